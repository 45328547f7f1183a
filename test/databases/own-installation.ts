import { randomBytes } from "node:crypto";
import { copyFileSync, linkSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createTestDatabase } from "./postgres.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "mugen-test-"));
const suffix = randomBytes(6).toString("hex");
/** `DATABASE_URL` names a database on it later. */
const postgres = process.env.DATABASE_URL?.startsWith("postgres") ? process.env.DATABASE_URL : undefined;

/**
 * Creates a data folder and an empty database (SQLite: in it) and sets both in the environment. Files of one process share
 * folder and name in turn, because modules read the settings once. `migrated` names the SQLite file, PGlite snapshot or
 * Postgres database to copy. Returns their removal; removing `migrated` removes leftover copies.
 */
export async function makeInstallation(migrated: {
  sqlite: string | undefined;
  pglite: string | undefined;
  postgres: string | undefined;
}): Promise<() => Promise<void>> {
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir);
  process.env.DATA_DIR = dataDir;
  if (migrated.sqlite && !process.env.DATABASE_URL)
    copyFileSync(migrated.sqlite, path.join(dataDir, "mugen.sqlite"));
  if (migrated.pglite) linkSync(migrated.pglite, path.join(dataDir, "pglite.tar"));
  const name = `${migrated.postgres}_${suffix}`;
  const database = postgres && (await createTestDatabase(postgres, name, migrated.postgres));
  if (database) process.env.DATABASE_URL = database.url;
  return async () => {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    if (database) await database.drop();
  };
}
