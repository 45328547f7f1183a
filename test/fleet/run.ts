// `npm run fleet -- --webs 4 --workers 2 --replica-delay 5`: a whole fleet on loopback until Ctrl+C.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

// Read once by what describes the tables.
process.env.DATABASE_URL = "postgres://of-the-fleet";
const { addSessions, missingForFleet, startFleet } = await import("./start-fleet.ts");

const usage =
  "Usage: npm run fleet -- [--webs 2] [--workers 2] [--replica-delay SECONDS] [--data FOLDER, kept afterwards]";

/** Ends with what is wrong. */
function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        webs: { type: "string", default: "2" },
        workers: { type: "string", default: "2" },
        "replica-delay": { type: "string", default: "0" },
        data: { type: "string" },
      },
    });
    const [webs, workers, replicaDelayS] = [values.webs, values.workers, values["replica-delay"]].map(Number);
    if (!Number.isInteger(webs) || !webs || !Number.isInteger(workers) || !Number.isInteger(replicaDelayS))
      throw new TypeError("--webs, --workers and --replica-delay take whole numbers, --webs at least 1");
    return { webs, workers: workers ?? 2, replicaDelayS: replicaDelayS ?? 0, data: values.data };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exit(2);
  }
}

const { data, ...size } = readOptions();
const dataDir = data ?? mkdtempSync(path.join(tmpdir(), "mugen-fleet-"));
const fleet = missingForFleet ? null : await startFleet({ ...size, dataDir });
if (!fleet) {
  console.error(`${missingForFleet ?? "Postgres"} is missing: see docs/development.md`);
  process.exit(1);
}
console.log(`∞ Mugen  ${fleet.origin}`);
for (const web of fleet.webs) console.log(`  web     ${web.origin}  process ${web.pid}`);
for (const worker of fleet.workers) console.log(`  worker  process ${worker.pid}`);
for (const { token } of await addSessions(fleet, ["夜野 かなで"]))
  console.log(`  a member's cookie: mugen_session=${token}`);
console.log("Ctrl+C ends all of it.");
await new Promise((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, resolve);
});
await fleet.stop();
if (!data) rmSync(dataDir, { recursive: true, force: true });
