// `npm run bench` compares Mugen with simpler programs and its goals, prints a table and writes bench/results.json. `npm run
// bench -- scale pages` measures only these (bench/README.md).
import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fillInstallation } from "./fill/fill-installation.ts";
import { filled } from "./mugen.ts";
import { askedParts, isWithinBudget, measured, results, table } from "./results.ts";
import { lighthouse, playlist, press } from "./rows/browser.ts";
import { admin } from "./rows/console.ts";
import { load } from "./rows/load.ts";
import { audio, dearest, fleet, plays, polling, scale, start } from "./rows/server.ts";

const asked = askedParts(process.argv.slice(2));
process.chdir(path.dirname(import.meta.dirname));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
const maxMinutes = 120;
setTimeout(() => {
  console.error(`the bench took more than ${maxMinutes} minutes and was ended`);
  process.exit(1);
}, maxMinutes * 60_000).unref();

// Ten seconds on a quiet machine.
const maxMinutesOfBuild = 15;

function build(command: string, args: string[]): void {
  const { status, stderr, error, signal } = spawnSync(command, args, {
    env: { ...process.env, NODE_ENV: "production" },
    encoding: "utf8",
    shell: process.platform === "win32",
    timeout: maxMinutesOfBuild * 60_000,
  });
  if (status === 0) return;
  const isLate = error !== undefined && "code" in error && error.code === "ETIMEDOUT";
  const how = isLate
    ? `was not done within ${maxMinutesOfBuild} minutes`
    : `failed (${error?.message ?? status ?? signal})`;
  throw new Error(`${command} ${args.join(" ")} ${how}:\n${stderr}`);
}

const onInstallation = ["ranges", "assets", "pages", "calls", "dearest", "lighthouse", "plays"] as const;

if ([...asked].some((part) => part !== "audio")) {
  console.error("Building …");
  build("npm", ["run", "--silent", "build"]);
  rmSync("build/one-route", { recursive: true, force: true });
  build("npx", ["--no-install", "react-router", "build", "bench/one-route"]);
}

if (asked.has("start")) await start();
if (onInstallation.some((part) => asked.has(part))) {
  const installation = await fillInstallation(filled);
  if ((["ranges", "assets", "pages", "calls"] as const).some((part) => asked.has(part)))
    await load(installation, asked);
  if (asked.has("dearest")) await dearest();
  if (asked.has("lighthouse")) await lighthouse(installation);
  if (asked.has("plays")) await plays(installation);
}
if (asked.has("polling")) await polling();
if (asked.has("press")) await press();
if (asked.has("playlist")) await playlist();
if (asked.has("admin")) await admin();
if (asked.has("scale")) await scale();
if (asked.has("audio")) await audio();
if (asked.has("fleet")) fleet();

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
