// `npm run bench`: measures Mugen beside simpler programs and its own goals, prints a table and writes
// bench/results.json. `npm run bench -- scale pages` measures only these. What the rows mean is in bench/README.md.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { adminPasswordHash } from "#test/admin-password.ts";
import { freePort } from "#test/databases/postgres.ts";
import { isWithinBudget } from "./check-budget.ts";
import type { Comparison } from "./compare-servers.ts";
import { fillConsole } from "./fill-console.ts";
import { fillInstallation, type Installation } from "./fill-installation.ts";
import { fillPlaylist } from "./fill-playlist.ts";
import { fillPollers } from "./fill-pollers.ts";
import { fillForPress } from "./fill-press.ts";
import { assetsGoal, measureAssets } from "./measure-assets.ts";
import { measureAudioJob } from "./measure-audio-job.ts";
import { callsGoal, measureCalls } from "./measure-calls.ts";
import { consoleGoalMs, measureConsole } from "./measure-console.ts";
import { lighthouseGoals, measureLighthouse, reachesGoals } from "./measure-lighthouse.ts";
import { measurePages, membersGoal, visitorsGoal } from "./measure-pages.ts";
import { measurePlaylist, playlistGoals } from "./measure-playlist.ts";
import { measurePlays } from "./measure-plays.ts";
import { measurePolling, pollingGoal } from "./measure-polling.ts";
import { measurePress, slowPhone } from "./measure-press.ts";
import { measureRanges, shareOf } from "./measure-ranges.ts";
import { measureStart } from "./measure-start.ts";
import { askedParts } from "./parts.ts";
import { residentMegabytes } from "./process-usage.ts";
import { measureScale, scaleSizes } from "./scale/measure-scale.ts";
import { startProgram } from "./start-program.ts";
import { decimal, Table } from "./table.ts";
import { weighPage } from "./weigh-page.ts";

const asked = askedParts(process.argv.slice(2));
const root = path.dirname(import.meta.dirname);
process.chdir(root);
const folder = mkdtempSync(path.join(os.tmpdir(), "mugen-bench-"));
// The end of the process takes every server with it (start-program.ts), whatever ends it.
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
const mostMinutes = 40;
setTimeout(() => {
  console.error(`the bench took more than ${mostMinutes} minutes and was ended`);
  process.exit(1);
}, mostMinutes * 60_000).unref();

const startMugen = async (env: Record<string, string>) => {
  const port = await freePort();
  return startProgram({
    name: "mugen",
    command: process.execPath,
    // As the image starts it.
    args: ["app/start.mjs"],
    port,
    path: "/health",
    log: path.join(folder, "mugen.log"),
    env: {
      PORT: String(port),
      HOST: "127.0.0.1",
      SEED: "off",
      DATABASE_URL: "",
      MALLOC_ARENA_MAX: "2",
      ...env,
    },
  });
};
const dataDir = (name: string) => path.join(folder, name);
const filled = dataDir("filled");

const table = new Table();
const results: Record<string, unknown> = {};
/** Values of the rows of budget.json. */
const measured = new Map<string, number>();

function build(command: string, args: string[]): void {
  const { status, stderr } = spawnSync(command, args, {
    env: { ...process.env, NODE_ENV: "production" },
    encoding: "utf8",
    shell: process.platform === "win32",
    timeout: 120_000,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${stderr}`);
}

const megabytes = (value: number | null) => (value === null ? "unknown" : `${value} MB`);
const percent = (of: number | null) => (of === null ? "unknown" : `${decimal(100 * of, 1)} %`);

async function start(): Promise<void> {
  console.error("Start …");
  const started = await measureStart(() => startMugen({ DATA_DIR: dataDir("empty") }));
  const { firstS, secondS, idleMb, idleShare } = started;
  table.note("first start, to the first good answer", `${firstS.toFixed(2)} s`);
  table.note("second start", `${secondS.toFixed(2)} s`);
  table.note("memory, three seconds after the start", megabytes(idleMb));
  table.note("processor of an idle process, of one core", percent(idleShare));
  measured.set("first start, s", firstS).set("second start, s", secondS);
  if (idleMb !== null) measured.set("memory of an idle process, MB", idleMb);
  if (idleShare !== null) measured.set("processor of an idle process, % of a core", 100 * idleShare);
  results.start = started;
}

async function load(installation: Installation): Promise<void> {
  const mugen = await startMugen({ DATA_DIR: filled });
  const oneRoutePort = await freePort();
  const oneRoute = await startProgram({
    name: "one-route app",
    command: process.execPath,
    args: ["bench/one-route/serve.ts", "--port", String(oneRoutePort)],
    port: oneRoutePort,
    path: "/",
    log: path.join(folder, "one-route.log"),
  });
  if (asked.has("ranges")) {
    console.error("Ranges …");
    const accelDir = dataDir("accel");
    const accel = {
      installation: await fillInstallation(accelDir),
      mugen: await startMugen({ DATA_DIR: accelDir, STREAM_ACCEL: "nginx" }),
      files: path.join(accelDir, "files"),
    };
    const ranges = await measureRanges({ mugen, installation, accel, folder });
    await accel.mugen.stop();
    table.noteLoads("64 KB ranges", ranges);
    measured
      .set("64 KB ranges ÷ node:http, 10 connections", shareOf(ranges, "mugen"))
      .set("64 KB ranges of a member ÷ node:http, 10 connections", shareOf(ranges, "mugen, signed in"))
      .set(
        "64 KB ranges, nginx and mugen ÷ nginx, 10 connections",
        shareOf(ranges, "nginx and mugen", "nginx"),
      );
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

/** Notes the worst ratio of processor time, for the table and for budget.json. */
function noteGoal(what: string, comparisons: readonly Comparison[], goal: number): void {
  const worst = table.noteGoal(what, comparisons, goal);
  if (worst !== null) measured.set(what, worst);
}

async function plays({ trackId }: Installation): Promise<void> {
  console.error("Plays …");
  const plays = await measurePlays({ dataDir: filled, trackId, log: path.join(folder, "plays.log") });
  table.note("plays at once, counted", `${plays.counted} of ${plays.sent}`, "", "1,000 a round, one track");
  table.note(
    "home meanwhile, p95",
    `${plays.busyP95Ms.toFixed(1)} ms`,
    `×${plays.ratio.toFixed(2)}`,
    `without plays ${plays.quietP95Ms.toFixed(1)} ms; all answered within ${decimal(plays.answeredMs)} ms`,
  );
  results.plays = plays;
}

async function polling(): Promise<void> {
  console.error("Polling …");
  const tokens = await fillPollers(dataDir("polling"));
  const mugen = await startMugen({ DATA_DIR: dataDir("polling") });
  const measured = await measurePolling({ mugen, tokens });
  await mugen.stop();
  const { members, share, idleShare, askedPerSecond, changed, p99Ms } = measured;
  table.note(
    `${decimal(members)} members polling, of one core`,
    percent(share),
    share !== null && share > pollingGoal ? "MISSED" : "",
    `beside ${percent(idleShare)} with nobody asking; ${decimal(askedPerSecond)} questions/s, p99 ${p99Ms.toFixed(1)} ms, ${percent(changed)} told anew; at most ${percent(pollingGoal)}`,
  );
  results.polling = measured;
}

async function lighthouse({ trackId }: Installation): Promise<void> {
  console.error("Lighthouse …");
  const mugen = await startMugen({ DATA_DIR: filled });
  const scores = await measureLighthouse({
    port: mugen.port,
    paths: [
      { page: "home", path: "/" },
      { page: "search", path: "/search" },
      { page: "track", path: `/track/${trackId}` },
    ],
  });
  await mugen.stop();
  const goals = lighthouseGoals;
  for (const score of scores) {
    table.note(
      `Lighthouse, ${score.page}`,
      [score.performance, score.accessibility, score.bestPractices, score.seo].join("/"),
      reachesGoals(score) ? "" : "MISSED",
      `LCP ${decimal(score.lcpMs)} ms, TBT ${decimal(score.tbtMs)} ms, CLS ${score.cls.toFixed(3)}` +
        `${score.failures.length > 0 ? `; ${score.failures.join(", ")}` : ""}`,
    );
  }
  table.note(
    "Lighthouse, goals",
    [goals.performance, goals.accessibility, goals.bestPractices, goals.seo].join("/"),
    "",
    `LCP ${decimal(goals.lcpMs)} ms, TBT ${goals.tbtMs} ms, CLS ${goals.cls}`,
  );
  results.lighthouse = scores;
}

async function press(): Promise<void> {
  console.error("Press …");
  const filledForPress = await fillForPress(dataDir("press"));
  const mugen = await startMugen({ DATA_DIR: dataDir("press") });
  const pages = await measurePress({ origin: `http://127.0.0.1:${mugen.port}`, ...filledForPress });
  await mugen.stop();
  for (const { page, firstPaintMs, buttonMs, scriptsMs, soundMs, soundAfterMs } of pages) {
    table.note(
      `press on play, ${page}`,
      `${decimal(soundMs)} ms`,
      "",
      `painted ${decimal(firstPaintMs)}, button ${decimal(buttonMs)}, scripts ${decimal(scriptsMs)} ms; from press to sound` +
        ` at once ${decimal(soundAfterMs.visible)}, with scripts ${decimal(soundAfterMs.scripts)}, later ${decimal(soundAfterMs.later)} ms`,
    );
  }
  const { kbps, latencyMs, slowdown } = slowPhone;
  table.note(
    "press on play",
    "to sound",
    "",
    `${kbps} kbps, ${latencyMs} ms, a processor ${slowdown} times slower`,
  );
  results.press = pages;
}

async function playlist(): Promise<void> {
  console.error("Playlist …");
  const filledPlaylist = await fillPlaylist(dataDir("playlist"));
  const mugen = await startMugen({ DATA_DIR: dataDir("playlist") });
  const origin = `http://127.0.0.1:${mugen.port}`;
  const measured = await measurePlaylist({ origin, ...filledPlaylist });
  await mugen.stop();
  const { htmlBytes, inpMs } = playlistGoals;
  table.note(
    "playlist of 1,000 tracks, HTML (brotli)",
    `${decimal(measured.htmlBytes / 1000, 1)} KB`,
    measured.htmlBytes < htmlBytes ? "" : "MISSED",
    `${decimal(measured.plainHtmlBytes / 1000, 1)} KB uncompressed; at most ${htmlBytes / 1000} KB`,
  );
  for (const { act, worstMs, medianMs } of measured.acts) {
    table.note(
      `playlist, ${act}`,
      `${decimal(medianMs)} ms`,
      worstMs <= inpMs ? "" : "MISSED",
      `worst ${decimal(worstMs)} ms; at most ${inpMs} ms, ${measured.rows} rows, a processor four times slower`,
    );
  }
  results.playlist = measured;
}

async function admin(): Promise<void> {
  console.error("Admin …");
  const folderOfConsole = dataDir("admin");
  // The first start makes the tables.
  await (await startMugen({ DATA_DIR: folderOfConsole })).stop();
  const token = await fillConsole(folderOfConsole);
  const mugen = await startMugen({ DATA_DIR: folderOfConsole, ADMIN_PASSWORD_HASH: adminPasswordHash });
  const measured = await measureConsole({ mugen, token });
  await mugen.stop();
  for (const { page, cpuMs, p95Ms } of measured) {
    table.note(
      `admin, ${page}, processor time`,
      cpuMs === null ? "unknown" : `${cpuMs.toFixed(1)} ms`,
      cpuMs !== null && cpuMs > consoleGoalMs ? "MISSED" : "",
      `p95 ${p95Ms.toFixed(1)} ms; at most ${consoleGoalMs} ms of processor`,
    );
  }
  results.admin = measured;
}

async function scale(): Promise<void> {
  console.error("Scale …");
  const scale = await measureScale({ folder, start: startMugen, say: (line) => console.error(`  ${line}`) });
  for (const row of scale.rows) {
    table.note(
      `${row.database}, ${row.page}`,
      `${row.timings.map(({ p95Ms }) => p95Ms.toFixed(1)).join(" / ")} ms`,
      `×${row.growth.toFixed(2)}`,
      row.holds ? "" : "MISSED",
    );
  }
  table.note(
    "scale: p95",
    scaleSizes.map((size) => decimal(size)).join(" / "),
    "",
    "growth 100,000 → 1,000,000",
  );
  results.scale = scale;
}

async function audio(): Promise<void> {
  console.error("Audio …");
  const jobs = await measureAudioJob({ workDir: path.join(folder, "tmp") });
  for (const job of jobs) {
    table.note(
      `audio job of 2,000 characters, ${job.engine}`,
      `${job.jobS.toFixed(2)} s`,
      `×${job.ratio.toFixed(2)}`,
      `engine alone ${job.engineS.toFixed(2)} s; ${decimal(job.audioS)} s of audio; event loop held up ${job.calmestDelayMs.toFixed(0)}–${job.worstDelayMs.toFixed(0)} ms at most`,
    );
  }
  results.audio = jobs;
}

const onInstallation = ["ranges", "assets", "pages", "calls", "lighthouse", "plays"] as const;

console.error("Building …");
build("npm", ["run", "--silent", "build"]);
rmSync("build/one-route", { recursive: true, force: true });
build("npx", ["--no-install", "react-router", "build", "bench/one-route"]);

if (asked.has("start")) await start();
if (onInstallation.some((part) => asked.has(part))) {
  const installation = await fillInstallation(filled);
  if ((["ranges", "assets", "pages", "calls"] as const).some((part) => asked.has(part)))
    await load(installation);
  if (asked.has("lighthouse")) await lighthouse(installation);
  if (asked.has("plays")) await plays(installation);
}
if (asked.has("polling")) await polling();
if (asked.has("press")) await press();
if (asked.has("playlist")) await playlist();
if (asked.has("admin")) await admin();
if (asked.has("scale")) await scale();
if (asked.has("audio")) await audio();

table.print();
const machine = {
  node: process.version,
  cores: os.availableParallelism(),
  processor: os.cpus()[0]?.model,
  loadAverage: os.loadavg(),
};
const written = JSON.stringify({ date: new Date().toISOString(), machine, ...results }, null, 2);
writeFileSync(path.join(import.meta.dirname, "results.json"), `${written}\n`);
console.log("\nWritten to bench/results.json. How (not) to read it: bench/README.md.");
process.exit(process.argv.includes("budget") && !isWithinBudget(measured) ? 1 : 0);
