// `npm run two-versions -- --old v1.2.0 --seconds 60`: whether processes of an older version live beside this one on one database.
import { parseArgs } from "node:util";

// Read once by what describes the tables.
process.env.DATABASE_URL = "postgres://of-both";
await import("#app/server/register-features.ts");
const { missingForFleet } = await import("./start-fleet.ts");
const { previousVersion, runTwoVersions } = await import("./two-versions.ts");

const { values } = parseArgs({
  options: { old: { type: "string" }, seconds: { type: "string", default: "60" } },
});
const report = missingForFleet
  ? null
  : await runTwoVersions({
      ref: values.old ?? previousVersion(),
      ms: Number(values.seconds) * 1000,
      onStep: (step) => console.log(step),
    });
if (!report) {
  console.error(`${missingForFleet ?? "Postgres"} is missing: see docs/development.md`);
  process.exit(1);
}
const { asked, outcomes, wrong } = report;
console.log(`\n${asked} answers read from the old version`);
console.log(
  `${outcomes.done} acts on both done, ${outcomes.refused} refused, ${outcomes.unknown} without an answer`,
);
console.log(`${wrong.length} things wrong`);
for (const line of wrong) console.log(`  ${line}`);
process.exit(wrong.length > 0 ? 1 : 0);
