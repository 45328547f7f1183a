import { randomBytes } from "node:crypto";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { createTestDatabase, dropDatabases } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The name of a migrated, empty database on the tests' server, to be copied. */
    migratedPostgres?: string;
  }
}

export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const name = `mugen_migrated_${randomBytes(6).toString("hex")}`;
  const server = project.config.env.DATABASE_URL ?? "";
  const made = await createTestDatabase(server, name);
  const client = new pg.Client({ connectionString: made.url });
  await client.connect();
  await migrate(drizzle(client), { migrationsFolder: "db/migrations/postgres" });
  await client.end();
  project.provide("migratedPostgres", name);
  // Its copies too: they are named after it.
  return () => dropDatabases(server, name);
}
