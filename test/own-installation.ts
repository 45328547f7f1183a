import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createTestDatabase } from "./postgres.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "mugen-test-"));
const suffix = randomBytes(6).toString("hex");
/** The server of the project; `DATABASE_URL` names a database on it later. */
const postgres = process.env.DATABASE_URL?.startsWith("postgres") ? process.env.DATABASE_URL : undefined;

/**
 * Makes an empty data folder and, on Postgres, an empty database, and names them in the settings. Files that
 * share a process get the same folder and the same database name, one after the other: modules read the settings once.
 * `migrated` names a migrated file of PGlite or database to begin with. Returns what removes both; what removes the
 * `migrated` database removes them too, for a file without a test that runs removes nothing.
 */
export async function makeInstallation(migrated: {
  pglite: string | undefined;
  postgres: string | undefined;
}): Promise<() => Promise<void>> {
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir);
  process.env.DATA_DIR = dataDir;
  if (migrated.pglite) linkSync(migrated.pglite, path.join(dataDir, "pglite.tar"));
  const name = `${migrated.postgres}_${suffix}`;
  const database = postgres && (await createTestDatabase(postgres, name, migrated.postgres));
  if (database) process.env.DATABASE_URL = database.url;
  return async () => {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    if (database) await database.drop();
  };
}
