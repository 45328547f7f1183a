import { once } from "node:events";
import { createServer, request } from "node:http";
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { freePort } from "#test/databases/postgres.ts";
import { browserOptions } from "../../e2e/browser.ts";
import { median } from "../median.ts";

interface LighthouseScore {
  page: string;
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  lcpMs: number;
  tbtMs: number;
  cls: number;
  failures: string[];
}

/** Least points, and most of the rest. */
export const lighthouseGoals = {
  performance: 95,
  accessibility: 100,
  bestPractices: 100,
  seo: 100,
  lcpMs: 1000,
  tbtMs: 50,
  cls: 0.02,
};

export function reachesGoals(score: LighthouseScore): boolean {
  const { performance, accessibility, bestPractices, seo, lcpMs, tbtMs, cls } = lighthouseGoals;
  return (
    score.performance >= performance &&
    score.accessibility >= accessibility &&
    score.bestPractices >= bestPractices &&
    score.seo >= seo &&
    score.lcpMs <= lcpMs &&
    score.tbtMs <= tbtMs &&
    score.cls <= cls
  );
}

/**
 * Lighthouse's defaults: a phone, simulated slow 4G, a processor four times slower. Medians of three runs in fresh browsers.
 * `paths` are pages of the loopback `port`.
 */
export async function measureLighthouse(o: {
  port: number;
  paths: readonly { page: string; path: string }[];
}): Promise<LighthouseScore[]> {
  const scores: LighthouseScore[] = [];
  const front = await withoutReferrerPolicy(o.port);
  for (const { page, path } of o.paths) {
    const runs: Omit<LighthouseScore, "page">[] = [];
    for (let run = 0; run < 3; run++) runs.push(await runOnce(`http://127.0.0.1:${front.port}${path}`));
    const middle = (of: (run: Omit<LighthouseScore, "page">) => number) => median(runs.map(of));
    scores.push({
      page,
      performance: middle((run) => run.performance),
      accessibility: middle((run) => run.accessibility),
      bestPractices: middle((run) => run.bestPractices),
      seo: middle((run) => run.seo),
      lcpMs: middle((run) => run.lcpMs),
      tbtMs: middle((run) => run.tbtMs),
      cls: middle((run) => run.cls),
      failures: (runs[0]?.failures ?? []).filter((failure) =>
        runs.every((run) => run.failures.includes(failure)),
      ),
    });
  }
  front.stop();
  return scores;
}

async function runOnce(url: string): Promise<Omit<LighthouseScore, "page">> {
  const { launchOptions } = await browserOptions();
  const port = await freePort();
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...launchOptions.args, `--remote-debugging-port=${port}`],
  });
  try {
    const result = await lighthouse(url, {
      port,
      logLevel: "error",
      onlyCategories: ["performance", "accessibility", "best-practices", "seo"],
    });
    if (!result || result.lhr.runtimeError)
      throw new Error(`Lighthouse failed on ${url}: ${result?.lhr.runtimeError?.message ?? "no result"}`);
    const { categories, audits } = result.lhr;
    const points = (category: string) => Math.round(100 * (categories[category]?.score ?? Number.NaN));
    const number = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
    const failures = ["accessibility", "best-practices", "seo"]
      .flatMap((category) => categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id);
    return {
      performance: points("performance"),
      accessibility: points("accessibility"),
      bestPractices: points("best-practices"),
      seo: points("seo"),
      lcpMs: number("largest-contentful-paint"),
      tbtMs: number("total-blocking-time"),
      cls: number("cumulative-layout-shift"),
      failures,
    };
  } finally {
    await browser.close();
  }
}

async function withoutReferrerPolicy(port: number): Promise<{ port: number; stop(): void }> {
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const asked = request({ host: "127.0.0.1", port, method, path: url, headers }, (answer) => {
      const { "referrer-policy": _, ...kept } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, kept);
      answer.pipe(outgoing);
    });
    asked.on("error", () => outgoing.destroy());
    incoming.pipe(asked);
  });
  const own = await freePort();
  server.listen(own, "127.0.0.1");
  await once(server, "listening");
  return {
    port: own,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
