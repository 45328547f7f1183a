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
    /** The file of a migrated, empty SQLite database, to be copied. */
    migratedSqlite: string;
    /** The name of a migrated, empty database on the tests' Postgres server, to be copied. */
    migratedPostgres?: string;
  }
}

/** Makes the databases that the files of every project begin with: migrating one for each would take longer than some tests. */
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
    // Its copies too: they are named after it.
    if (server) await dropDatabases(server, name);
  };
}
