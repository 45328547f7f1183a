// `npm run chaos -- --minutes 30 --seed 7`: breaks a fleet on loopback for so long, and tells whether anything was lost.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

// Read once by what describes the tables.
process.env.DATABASE_URL = "postgres://of-the-fleet";
const { runChaos } = await import("./run-chaos.ts");

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "5" },
    seed: { type: "string", default: "1" },
    members: { type: "string", default: "6" },
  },
});
const dataDir = mkdtempSync(path.join(tmpdir(), "mugen-chaos-"));
const report = await runChaos({
  ms: Number(values.minutes) * 60_000,
  seed: Number(values.seed),
  members: Number(values.members),
  dataDir,
  onFault: (name) => console.log(name),
}).finally(() => rmSync(dataDir, { recursive: true, force: true }));
if (!report) {
  console.error("Postgres and nginx are needed: see docs/development.md");
  process.exit(1);
}
const rows = Map.groupBy(report.faults, ({ name }) => name);
console.log(
  "\n| fault | times | seconds | done | refused | without an answer |\n| --- | --- | --- | --- | --- | --- |",
);
for (const [name, of] of rows) {
  const sum = (count: (fault: (typeof of)[number]) => number) =>
    of.reduce((all, fault) => all + count(fault), 0);
  const { done, refused, unknown } = {
    done: sum(({ outcomes }) => outcomes.done),
    refused: sum(({ outcomes }) => outcomes.refused),
    unknown: sum(({ outcomes }) => outcomes.unknown),
  };
  console.log(
    `| ${name} | ${of.length} | ${(sum(({ ms }) => ms) / 1000).toFixed(1)} | ${done} | ${refused} | ${unknown} |`,
  );
}
console.log(`\n${report.things} things compared, ${report.differences.length} differences`);
for (const difference of report.differences) console.log(difference);
process.exitCode = report.differences.length > 0 ? 1 : 0;
