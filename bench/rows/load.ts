import { readdirSync } from "node:fs";
import path from "node:path";
import { freePort } from "#test/databases/postgres.ts";
import { type Comparison, compareServers, type Target } from "../compare-servers.ts";
import { fillInstallation, type Installation } from "../fill/fill-installation.ts";
import { besideOf, measureRanges, rangesGoals } from "../measure/measure-ranges.ts";
import { dataDir, filled, folder, imageEnv, startMugen } from "../mugen.ts";
import { residentMegabytes } from "../process-usage.ts";
import type { Part } from "../results.ts";
import { decimal, measured, megabytes, noteGoal, results, table } from "../results.ts";
import { type RunningProgram, startProgram } from "../start-program.ts";
import { weighPage } from "../weigh-page.ts";

/** Sign-in without a password refuses proxied requests. */
const behindProxy = {
  PUBLIC_ORIGIN: "http://127.0.0.1",
  GOOGLE_CLIENT_ID: "bench",
  GOOGLE_CLIENT_SECRET: "bench",
  TRUST_PROXY: "on",
};

/** As `app/start.mjs` sets it. */
const growth = "--heap-growing-percent=150";

export async function load(installation: Installation, asked: ReadonlySet<Part>): Promise<void> {
  const mugen = await startMugen({ DATA_DIR: filled });
  const oneRoutePort = await freePort();
  const oneRoute = await startProgram({
    name: "one-route app",
    command: process.execPath,
    args: [growth, "bench/one-route/serve.ts", "--port", String(oneRoutePort)],
    env: imageEnv,
    port: oneRoutePort,
    path: "/",
    log: path.join(folder, "one-route.log"),
  });
  if (asked.has("ranges")) {
    console.error("Ranges …");
    const accelDir = dataDir("accel");
    const accel = {
      installation: await fillInstallation(accelDir),
      mugen: await startMugen({ DATA_DIR: accelDir, STREAM_ACCEL: "nginx", ...behindProxy }),
      files: path.join(accelDir, "files"),
    };
    const ranges = await measureRanges({ mugen, installation, accel, folder });
    await accel.mugen.stop();
    table.noteLoads("64 KB ranges", ranges);
    for (const { name, beside, least } of rangesGoals) {
      const { rate, processor } = besideOf(ranges, name, beside);
      const what = `64 KB ranges, ${name} ÷ ${beside}`;
      table.note(
        `${what}, 10 conn.`,
        rate.toFixed(2),
        rate < least ? "MISSED" : "",
        `processor time ×${processor.toFixed(2)}; at least ${least}`,
      );
      if (!Number.isNaN(processor)) measured.set(`${what}, processor time`, processor);
    }
    results.ranges = ranges;
  }
  if (asked.has("assets")) {
    console.error("Assets …");
    const assets = await measureAssets({ mugen, folder });
    table.noteLoads("hashed asset", assets);
    noteGoal("hashed assets ÷ node:http, processor time", assets, assetsGoal);
    results.assets = assets;
  }
  if (asked.has("pages")) {
    console.error("Pages …");
    const pages = await measurePages({ mugen, oneRoute, installation });
    table.noteLoads("pages", pages);
    noteGoal(
      "pages in brotli ÷ one-route app, processor time",
      pages.filter(({ target }) => target.endsWith("brotli")),
      visitorsGoal,
    );
    noteGoal(
      "members' pages ÷ one-route app, processor time",
      pages.filter(({ target }) => target.endsWith("member")),
      membersGoal,
    );
    const weight = { home: await weighPage(mugen.port), oneRoute: await weighPage(oneRoute.port) };
    for (const part of ["javascript", "css", "html", "total"] as const) {
      table.note(
        `home, ${part} (brotli)`,
        `${decimal(weight.home[part] / 1000, 1)} KB`,
        "",
        `one-route app ${decimal(weight.oneRoute[part] / 1000, 1)} KB, ${decimal((weight.home[part] - weight.oneRoute[part]) / 1000, 1)} KB more`,
      );
    }
    const memory = {
      loadedMb: residentMegabytes(mugen.pid),
      oneRouteLoadedMb: residentMegabytes(oneRoute.pid),
    };
    table.note(
      "memory, after the load",
      megabytes(memory.loadedMb),
      "",
      `one-route app ${megabytes(memory.oneRouteLoadedMb)}`,
    );
    measured
      .set("home, javascript, KB in brotli", weight.home.javascript / 1000)
      .set("home, html, KB in brotli", weight.home.html / 1000);
    if (memory.loadedMb !== null) measured.set("memory after the load, MB", memory.loadedMb);
    Object.assign(results, { pages, weight, memory });
  }
  if (asked.has("calls")) {
    console.error("Calls …");
    const calls = await measureCalls({ mugen, oneRoute, installation });
    table.noteLoads("calls", calls);
    noteGoal("calls ÷ bare resource route, processor time", calls, callsGoal);
    results.calls = calls;
  }
  await mugen.stop();
  await oneRoute.stop();
}

const assetsFolder = "build/client/assets";

/** Processor time of a hashed file against `node:http` from memory. */
const assetsGoal = 3;

async function measureAssets(o: { mugen: RunningProgram; folder: string }): Promise<Comparison[]> {
  const file = readdirSync(assetsFolder).find((name) => /^react-.*\.js$/.test(name));
  if (!file) throw new Error("the build has no script of React's");
  const port = await freePort();
  const plain = await startProgram({
    name: "node:http",
    command: process.execPath,
    args: ["bench/memory-server.ts", "--file", path.join(assetsFolder, `${file}.br`), "--port", String(port)],
    port,
    path: "/",
    log: path.join(o.folder, "memory-server.log"),
  });
  const target = (name: string, program: RunningProgram): Target => ({
    name,
    program,
    status: 200,
    requests: [
      Buffer.from(
        `GET /assets/${file} HTTP/1.1\r\nHost: 127.0.0.1:${program.port}\r\nAccept-Encoding: gzip, deflate, br\r\n\r\n`,
      ),
    ],
  });
  const targets = [target("node:http", plain), target("mugen", o.mugen)];
  try {
    return await compareServers({ targets, connections: [1, 10], rounds: 3, seconds: 1 });
  } finally {
    await plain.stop();
  }
}

const callsGoal = 2.5;

/**
 * Uncompressed calls per second: the one-route app's resource route as measure, then the most frequent calls, some as a member.
 */
async function measureCalls(o: {
  mugen: RunningProgram;
  oneRoute: RunningProgram;
  installation: Installation;
}): Promise<Comparison[]> {
  const { mugen, oneRoute, installation } = o;
  const target = (name: string, program: RunningProgram, path: string, cookie?: string): Target => ({
    name,
    program,
    status: 200,
    requests: [
      Buffer.from(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${program.port}\r\nAccept: application/json\r\n` +
          `${cookie ? `Cookie: ${cookie}\r\n` : ""}\r\n`,
      ),
    ],
  });
  const { trackId, cookie } = installation;
  const targets = [
    target("bare resource route", oneRoute, "/resource"),
    target("/ping", mugen, "/ping"),
    target("/api/tracks/{id}", mugen, `/api/tracks/${trackId}`),
    target("/api/tracks, twenty", mugen, "/api/tracks?limit=20"),
    target("/api/likes/check/{id}, member", mugen, `/api/likes/check/${trackId}`, cookie),
  ];
  return compareServers({ targets, connections: [1, 10], rounds: 3, seconds: 1 });
}

/** Processor time of a shared page against the one-route app's. */
const visitorsGoal = 0.5;
/** The same for a member's page. */
const membersGoal = 4;

/**
 * Pages per second: the one-route app's as measure, then Mugen's: shared by visitors, uncompressed and brotli; and a member's,
 * uncompressed.
 */
async function measurePages(o: {
  mugen: RunningProgram;
  oneRoute: RunningProgram;
  installation: Installation;
}): Promise<Comparison[]> {
  const { trackId, cookie } = o.installation;
  const target = (name: string, program: RunningProgram, path: string, ...headers: string[]): Target => ({
    name,
    program,
    status: 200,
    requests: [
      Buffer.from(
        [
          `GET ${path} HTTP/1.1`,
          `Host: 127.0.0.1:${program.port}`,
          "Accept: text/html",
          ...headers,
          "\r\n",
        ].join("\r\n"),
      ),
    ],
  });
  const brotli = "Accept-Encoding: br";
  const session = `Cookie: ${cookie}`;
  const targets = [
    target("one-route app", o.oneRoute, "/"),
    target("mugen home", o.mugen, "/"),
    target("mugen track", o.mugen, `/track/${trackId}`),
    target("mugen home, brotli", o.mugen, "/", brotli),
    target("mugen track, brotli", o.mugen, `/track/${trackId}`, brotli),
    target("mugen search, brotli", o.mugen, "/search", brotli),
    target("mugen home, member", o.mugen, "/", session),
    target("mugen track, member", o.mugen, `/track/${trackId}`, session),
    target("mugen search, member", o.mugen, "/search", session),
  ];
  return compareServers({ targets, connections: [1, 10], rounds: 9, seconds: 0.4 });
}
