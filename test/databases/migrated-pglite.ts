import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** As PGlite loads it; made once, since making takes seconds. */
    migratedPglite?: string;
  }
}

export default async function prepare(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), "mugen-pglite-"));
  const lite = await PGlite.create({ extensions: { pg_trgm } });
  await migrate(drizzle(lite), { migrationsFolder: "db/migrations/postgres" });
  const file = path.join(folder, "pglite.tar");
  writeFileSync(file, await (await lite.dumpDataDir("none")).bytes());
  await lite.close();
  project.provide("migratedPglite", file);
  return () => rmSync(folder, { recursive: true });
}
