// `npm run bench`: measures Mugen beside simpler programs in the same run, prints a table and writes
// bench/results.json. What the rows mean is in bench/README.md.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "#test/postgres.ts";
import type { Comparison } from "./compare-servers.ts";
import { fillInstallation } from "./fill-installation.ts";
import { measureAudioJob } from "./measure-audio-job.ts";
import { measurePages } from "./measure-pages.ts";
import { measureRanges } from "./measure-ranges.ts";
import { residentMegabytes } from "./process-usage.ts";
import { startProgram } from "./start-program.ts";
import { weighPage } from "./weigh-page.ts";

const root = path.dirname(import.meta.dirname);
process.chdir(root);
const folder = mkdtempSync(path.join(os.tmpdir(), "mugen-bench-"));
// The end of the process takes every server with it (start-program.ts), whatever ends it.
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
setTimeout(() => {
  console.error("the bench took more than six minutes and was ended");
  process.exit(1);
}, 360_000).unref();

const startMugen = async (name: string) => {
  const port = await freePort();
  return startProgram({
    name: "mugen",
    command: process.execPath,
    args: ["app/start.mjs"],
    port,
    path: "/health",
    log: path.join(folder, "mugen.log"),
    env: {
      DATA_DIR: path.join(folder, name),
      PORT: String(port),
      HOST: "127.0.0.1",
      SEED: "off",
      DATABASE_URL: "",
    },
  });
};

/** A row of the table: what, how much, beside what. */
const rows: string[][] = [];
const note = (...cells: string[]) => {
  rows.push(cells);
  console.error(`  ${cells.filter((cell) => cell !== "").join("  ")}`);
};
const decimal = (value: number, digits = 0) =>
  value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
const noteLoads = (unit: string, comparisons: readonly Comparison[]) => {
  for (const load of comparisons) {
    const isGeneratorTheLimit = load.generatorBusy > 0.9 && (load.serverBusy ?? 0) < 0.85;
    note(
      `${unit}, ${load.target}, ${load.connections} conn.`,
      `${decimal(load.perSecond)}/s`,
      `×${load.ratio.toFixed(2)}`,
      `p50 ${load.p50Ms.toFixed(2)} ms, p99 ${load.p99Ms.toFixed(1)} ms` +
        `${load.serverUs === null ? "" : `, ${decimal(load.serverUs)} µs CPU each`}${isGeneratorTheLimit ? ", generator is the limit" : ""}`,
    );
  }
};

function build(command: string, args: string[]): void {
  const { status, stderr } = spawnSync(command, args, {
    env: { ...process.env, NODE_ENV: "production" },
    encoding: "utf8",
    shell: process.platform === "win32",
    timeout: 120_000,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${stderr}`);
}

console.error("Building …");
build("npm", ["run", "--silent", "build"]);
rmSync("build/one-route", { recursive: true, force: true });
build("npx", ["--no-install", "react-router", "build", "bench/one-route"]);

console.error("Start …");
const first = await startMugen("empty");
await first.stop();
const second = await startMugen("empty");
// What the start itself needed is given back by then.
await delay(3000);
const idleMb = residentMegabytes(second.pid);
await second.stop();
note("first start, to the first good answer", `${first.readyS.toFixed(2)} s`);
note("second start", `${second.readyS.toFixed(2)} s`);

const installation = await fillInstallation(path.join(folder, "filled"));
const mugen = await startMugen("filled");
const oneRoutePort = await freePort();
const oneRoute = await startProgram({
  name: "one-route app",
  command: process.execPath,
  args: ["bench/one-route/serve.ts", "--port", String(oneRoutePort)],
  port: oneRoutePort,
  path: "/",
  log: path.join(folder, "one-route.log"),
});

console.error("Ranges …");
const ranges = await measureRanges({ mugen, installation, folder });
noteLoads("64 KB ranges", ranges);

console.error("Pages …");
const pages = await measurePages({ mugen, oneRoute, trackId: installation.trackId });
noteLoads("pages", pages);
const weight = { home: await weighPage(mugen.port), oneRoute: await weighPage(oneRoute.port) };
for (const part of ["javascript", "css", "html", "total"] as const) {
  note(
    `home, ${part} (brotli)`,
    `${decimal(weight.home[part] / 1000, 1)} KB`,
    "",
    `one-route app ${decimal(weight.oneRoute[part] / 1000, 1)} KB, ${decimal((weight.home[part] - weight.oneRoute[part]) / 1000, 1)} KB more`,
  );
}
const memory = {
  idleMb,
  loadedMb: residentMegabytes(mugen.pid),
  oneRouteLoadedMb: residentMegabytes(oneRoute.pid),
};
await mugen.stop();
await oneRoute.stop();
const megabytes = (value: number | null) => (value === null ? "unknown" : `${value} MB`);
note("memory, three seconds after the start", megabytes(memory.idleMb));
note(
  "memory, after the load",
  megabytes(memory.loadedMb),
  "",
  `one-route app ${megabytes(memory.oneRouteLoadedMb)}`,
);

console.error("Audio …");
const audio = await measureAudioJob({ workDir: path.join(folder, "tmp") });
for (const job of audio) {
  note(
    `audio job of 2,000 characters, ${job.engine}`,
    `${job.jobS.toFixed(2)} s`,
    `×${job.ratio.toFixed(2)}`,
    `engine alone ${job.engineS.toFixed(2)} s; ${decimal(job.audioS)} s of audio; event loop held up ${job.calmestDelayMs.toFixed(0)}–${job.worstDelayMs.toFixed(0)} ms at most`,
  );
}

const columns = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
console.log("");
for (const [what = "", value = "", ratio = "", beside = ""] of rows) {
  const [a = 0, b = 0, c = 0] = columns;
  console.log(`${what.padEnd(a)}  ${value.padStart(b)}  ${ratio.padStart(c)}  ${beside}`.trimEnd());
}
const results = {
  date: new Date().toISOString(),
  machine: {
    node: process.version,
    cores: os.availableParallelism(),
    processor: os.cpus()[0]?.model,
    loadAverage: os.loadavg(),
  },
  start: { firstS: first.readyS, secondS: second.readyS },
  memory,
  ranges,
  pages,
  weight,
  audio,
};
writeFileSync(path.join(import.meta.dirname, "results.json"), `${JSON.stringify(results, null, 2)}\n`);
console.log("\nWritten to bench/results.json. How (not) to read it: bench/README.md.");
process.exit(0);
