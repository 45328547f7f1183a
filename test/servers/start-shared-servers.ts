import { randomBytes } from "node:crypto";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { createTestDatabase } from "../databases/postgres.ts";
import { startServer } from "./server.ts";

/** Starts the servers of the project; on Postgres each has a copy of the database that `migratedPostgres` names. */
export async function startSharedServers(
  project: TestProject,
  migratedPostgres?: string,
): Promise<() => Promise<void>> {
  const postgres = migratedPostgres === undefined ? undefined : project.config.env.DATABASE_URL;
  const folder = mkdtempSync(path.join(tmpdir(), "mugen-shared-"));
  const start = async (name: string) => {
    const dataDir = mkdtempSync(path.join(folder, "data-"));
    const log = path.join(folder, `${name}.log`);
    writeFileSync(log, "");
    const database = `${migratedPostgres}_${randomBytes(6).toString("hex")}`;
    const databaseUrl = postgres ? (await createTestDatabase(postgres, database, migratedPostgres)).url : "";
    const server = await startServer({
      dataDir,
      databaseUrl,
      workers: 1,
      onOutput: (chunk) => appendFileSync(log, chunk),
    });
    return { server, shared: { origin: server.origin, dataDir, databaseUrl, log } };
  };
  const workers = Array.from({ length: project.vitest.config.maxWorkers }, (_, n) => `worker-${n + 1}`);
  const started = await Promise.all(workers.map(start));
  project.provide(
    "sharedServers",
    started.map(({ shared }) => shared),
  );
  return async () => {
    await Promise.all(started.map(({ server }) => server.kill()));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
