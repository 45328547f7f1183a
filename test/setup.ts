import { randomBytes } from "node:crypto";
import { linkSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, inject } from "vitest";

/** Every test file has a data folder and, on Postgres, a database of its own, which has been migrated already. */
const dataDir = mkdtempSync(path.join(tmpdir(), "mugen-test-"));
process.env.DATA_DIR = dataDir;
process.env.LOG_LEVEL ??= "silent";

const migratedPglite = inject("migratedPglite");
if (migratedPglite) linkSync(migratedPglite, path.join(dataDir, "pglite.tar"));

const server = process.env.DATABASE_URL;
if (server?.startsWith("postgres")) {
  const { createTestDatabase } = await import("./postgres.ts");
  const name = `mugen_${randomBytes(6).toString("hex")}`;
  const database = await createTestDatabase(server, name, inject("migratedPostgres"));
  process.env.DATABASE_URL = database.url;
  afterAll(() => database.drop());
}

afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
