// `npm run fleet -- --webs 4 --workers 2 --replica-delay 5`: a whole fleet on loopback until Ctrl+C.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

// Read once by what describes the tables.
process.env.DATABASE_URL = "postgres://of-the-fleet";
const { addSessions, missingForFleet, startFleet } = await import("./start-fleet.ts");

const { values } = parseArgs({
  options: {
    webs: { type: "string", default: "2" },
    workers: { type: "string", default: "2" },
    "replica-delay": { type: "string", default: "0" },
    /** Kept afterwards; without it all is gone at the end. */
    data: { type: "string" },
  },
});
const dataDir = values.data ?? mkdtempSync(path.join(tmpdir(), "mugen-fleet-"));
const fleet = missingForFleet
  ? null
  : await startFleet({
      webs: Number(values.webs),
      workers: Number(values.workers),
      replicaDelayS: Number(values["replica-delay"]),
      dataDir,
    });
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
if (!values.data) rmSync(dataDir, { recursive: true, force: true });
