// `npm run db:generate`: the migrations of both databases. drizzle-kit compares the schema with the newest snapshot; older ones, tens
// of thousands of lines, are read by nobody.
import { spawnSync } from "node:child_process";
import { globSync, rmSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "..");

for (const dialect of ["sqlite", "postgres"]) {
  const options = ["generate", "--config", `db/drizzle.${dialect}.config.ts`, ...process.argv.slice(2)];
  const kit = path.join(root, "node_modules/drizzle-kit/bin.cjs");
  const { status } = spawnSync(process.execPath, [kit, ...options], { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(1);
  const snapshots = globSync(`db/migrations/${dialect}/meta/*_snapshot.json`, { cwd: root }).toSorted();
  for (const older of snapshots.slice(0, -1)) rmSync(path.join(root, older));
}
