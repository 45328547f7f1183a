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

/** Makes such a database for a project. `drop` drops its copies too: they are named after it. */
export async function makeMigrated(project: TestProject): Promise<{ name: string; drop(): Promise<void> }> {
  const name = `mugen_migrated_${randomBytes(6).toString("hex")}`;
  const server = project.config.env.DATABASE_URL ?? "";
  const made = await createTestDatabase(server, name);
  const client = new pg.Client({ connectionString: made.url });
  await client.connect();
  await migrate(drizzle(client), { migrationsFolder: "db/migrations/postgres" });
  await client.end();
  return { name, drop: () => dropDatabases(server, name) };
}

export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const { name, drop } = await makeMigrated(project);
  project.provide("migratedPostgres", name);
  return drop;
}
