import { mkdtempSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { closeDatabase, db, openDatabase, write } from "./client.ts";
import { dialect } from "./columns.ts";
import { settings } from "./schema/index.ts";
import { DatabaseNotReady } from "./store.ts";

afterEach(closeDatabase);

test.runIf(dialect === "sqlite")(
  "without migrating, a database is taken as it is or not at all",
  async () => {
    const dataDir = mkdtempSync(path.join(environment().DATA_DIR, "existing-"));
    const open = (migrate: boolean) => openDatabase({ url: undefined, dataDir, migrate });
    await expect(open(false)).rejects.toThrow(DatabaseNotReady);

    await open(true);
    await closeDatabase();
    await open(false);
    await write((tx) => tx.insert(settings).values({ key: "kept", value: "1" }));
    expect(await db.$count(settings)).toBe(1);
    await closeDatabase();

    const file = new Database(path.join(dataDir, "mugen.sqlite"));
    const newest = "(select max(created_at) from __drizzle_migrations)";
    file.exec(`delete from __drizzle_migrations where created_at = ${newest}`);
    await expect(open(false)).rejects.toThrow("start the server");
    file.exec("drop table __drizzle_migrations");
    await expect(open(false)).rejects.toThrow("start the server");
    file.close();
  },
);
