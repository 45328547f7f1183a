import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openSqlite } from "#db/sqlite.ts";
import { createTestDatabase, dropDatabases } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Migrated and empty, to be copied. */
    migratedSqlite: string;
    /** A migrated, empty database on the tests' server, to be copied. */
    migratedPostgres?: string;
  }
}

/** Migrates once for all: migrating for each file takes longer than some tests. */
export default async function prepare(root: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), "mugen-migrated-"));
  const sqlite = await openSqlite({ dataDir: folder, migrate: true });
  await sqlite.close();
  root.provide("migratedSqlite", path.join(folder, "mugen.sqlite"));
  const server = process.env.TEST_DATABASE_URL;
  const name = `mugen_migrated_${randomBytes(6).toString("hex")}`;
  if (server) {
    const { url } = await createTestDatabase(server, name);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await migrate(drizzle(client), { migrationsFolder: "db/migrations/postgres" });
    await client.end();
    root.provide("migratedPostgres", name);
  }
  return async () => {
    rmSync(folder, { recursive: true });
    // With its copies, which are named after it.
    if (server) await dropDatabases(server, name);
  };
}
