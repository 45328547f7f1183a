import { existsSync, openAsBlob } from "node:fs";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import * as schema from "#db/schema/index.ts";
import { asDb, migrationsFolder, type Store } from "#db/store.ts";

/** Migrated, in memory; begins with `pglite.tar` in `dataDir` if it exists. */
export async function openPglite(dataDir: string): Promise<Store> {
  const snapshot = path.join(dataDir, "pglite.tar");
  const lite = await PGlite.create({
    extensions: { pg_trgm },
    ...(existsSync(snapshot) ? { loadDataDir: await openAsBlob(snapshot) } : {}),
  });
  const database = drizzle(lite, { schema, casing: "snake_case" });
  await migrate(database, { migrationsFolder: migrationsFolder("postgres") });
  return {
    read: asDb(database),
    primary: asDb(database),
    version: async () => {
      const { rows } = await lite.query<{ version: string }>("select pg_current_snapshot()::text as version");
      return rows[0]?.version ?? null;
    },
    versionNow: () => null,
    write: (work) => database.transaction((tx) => work(asDb(tx))),
    close: () => lite.close(),
  };
}
