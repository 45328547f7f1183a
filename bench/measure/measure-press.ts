import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { browserOptions } from "../../e2e/browser.ts";
import type { BenchPage } from "../fill/fill-for-browser.ts";
import { median } from "../median.ts";

/** Kilobits per second, ms to an answer, times slower than this machine. */
export const slowPhone = { kbps: 400, latencyMs: 400, slowdown: 6 };

/** When the button is visible, when scripts work, and long after. */
const moments = ["visible", "scripts", "later"] as const;
type Moment = (typeof moments)[number];

const laterMs = 6000;
const soundWithinMs = 60_000;
const rounds = 2;

/** In ms from the navigation; medians. */
interface MeasuredPress {
  page: string;
  firstPaintMs: number;
  buttonMs: number;
  scriptsMs: number;
  soundAfterMs: Record<Moment, number>;
  /** From the navigation, pressed at the first moment. */
  soundMs: number;
}

/** In ms from the navigation. */
interface Visit {
  firstPaintMs: number;
  buttonMs: number;
  scriptsMs: number;
  pressMs: number;
  soundMs: number;
}

interface SeenByPage {
  button?: { x: number; y: number; at: number };
  scripts?: number;
  press?: number;
  sound?: number;
}

declare global {
  interface Window {
    seen: SeenByPage;
  }
}

export async function measurePress(o: { origin: string } & BenchPage): Promise<MeasuredPress[]> {
  const { launchOptions } = await browserOptions();
  const args = launchOptions.args.filter((argument) => !argument.startsWith("--autoplay-policy"));
  const browser = await chromium.launch({ ...launchOptions, args });
  const pages = [
    { page: "home, visitor, cold", path: "/" },
    { page: "home, visitor, warm", path: "/", isWarm: true },
    { page: "home, member, cold", path: "/", session: o.session },
    { page: "home, member, warm", path: "/", session: o.session, isWarm: true },
    { page: "track, visitor, cold", path: o.path },
  ];
  try {
    const measured: MeasuredPress[] = [];
    for (const { page, path, ...who } of pages) {
      const visits = new Map<Moment, Visit[]>();
      for (const moment of moments) {
        const made: Visit[] = [];
        for (let round = 0; round < rounds; round++)
          made.push(await visit(browser, { origin: o.origin, path, moment, ...who }));
        visits.set(moment, made);
      }
      const all = [...visits.values()].flat();
      const soundAfter = (moment: Moment) =>
        median((visits.get(moment) ?? []).map(({ soundMs, pressMs }) => soundMs - pressMs));
      measured.push({
        page,
        firstPaintMs: median(all.map(({ firstPaintMs }) => firstPaintMs)),
        buttonMs: median(all.map(({ buttonMs }) => buttonMs)),
        scriptsMs: median(all.map(({ scriptsMs }) => scriptsMs)),
        soundAfterMs: {
          visible: soundAfter("visible"),
          scripts: soundAfter("scripts"),
          later: soundAfter("later"),
        },
        soundMs: median((visits.get("visible") ?? []).map(({ soundMs }) => soundMs)),
      });
    }
    return measured;
  } finally {
    await browser.close();
  }
}

async function visit(
  browser: Browser,
  o: { origin: string; path: string; moment: Moment; session?: string; isWarm?: boolean },
): Promise<Visit> {
  const { origin, path, moment, session, isWarm } = o;
  const context = await browser.newContext({
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    isMobile: true,
    locale: "ja-JP",
    // Its requests would not be slowed.
    serviceWorkers: "block",
  });
  try {
    await context.addCookies([
      { name: "mugen_consent", value: "visit-of-a-bench-00000.essential", url: origin },
      ...(session ? [{ name: "mugen_session", value: session, url: origin }] : []),
    ]);
    if (isWarm) await fillCache(context, origin + path);
    const page = await context.newPage();
    await page.addInitScript(watch);
    await slowDown(page);
    await page.goto(origin + path, { waitUntil: "commit" });
    await page.waitForFunction(() => window.seen.button, undefined, { polling: "raf" });
    if (moment !== "visible")
      await page.waitForFunction(() => window.seen.scripts, undefined, { polling: "raf" });
    if (moment === "later") await page.waitForTimeout(laterMs);
    const { x, y } = await page.evaluate(() => window.seen.button ?? { x: 0, y: 0 });
    await page.touchscreen.tap(x, y);
    await page.waitForFunction(() => window.seen.sound && window.seen.scripts, undefined, {
      timeout: soundWithinMs,
    });
    const { seen, firstPaintMs } = await page.evaluate(() => ({
      seen: window.seen,
      firstPaintMs: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
    }));
    const { button, scripts, press, sound } = seen;
    if (!firstPaintMs || !button || !scripts || !press || !sound)
      throw new Error(`nothing to measure: ${JSON.stringify(seen)}`);
    return { firstPaintMs, buttonMs: button.at, scriptsMs: scripts, pressMs: press, soundMs: sound };
  } finally {
    await context.close();
  }
}

/** Loads everything at full speed, the player too. */
async function fillCache(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForTimeout(4000);
  await page.close();
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const throughput = (slowPhone.kbps * 1000) / 8;
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: slowPhone.latencyMs,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowPhone.slowdown });
}

/** Runs in the page first: notes the button, its hydration, the press and the sound. */
function watch(): void {
  const seen: SeenByPage = {};
  window.seen = seen;
  addEventListener("click", ({ timeStamp }) => (seen.press ??= timeStamp), true);
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function () {
    this.addEventListener("playing", ({ timeStamp }) => (seen.sound ??= timeStamp));
    return play.call(this);
  };
  const look = () => {
    const button = document.querySelector("[data-play]");
    if (button && !seen.button && performance.getEntriesByName("first-contentful-paint").length > 0) {
      const { left, top, width, height } = button.getBoundingClientRect();
      if (width > 0 && top + height <= innerHeight)
        seen.button = { x: left + width / 2, y: top + height / 2, at: performance.now() };
    }
    if (button && Object.keys(button).some((key) => key.startsWith("__reactProps")))
      seen.scripts ??= performance.now();
    if (!seen.scripts) requestAnimationFrame(look);
  };
  look();
}
