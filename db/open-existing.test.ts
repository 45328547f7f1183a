import { mkdtempSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { copySqlite } from "./backup/copy-sqlite.ts";
import { closeDatabase, db, openDatabase, write } from "./client.ts";
import { dialect } from "./columns.ts";
import { settings, weeklyEmails } from "./schema/index.ts";
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

test.runIf(dialect === "sqlite")(
  "rows without their parent, as sqlite3 leaves them, are looked for after a migration alone",
  async () => {
    const dataDir = mkdtempSync(path.join(environment().DATA_DIR, "orphan-"));
    const open = () => openDatabase({ url: undefined, dataDir });
    await open();
    await closeDatabase();
    const file = new Database(path.join(dataDir, "mugen.sqlite"));
    file.pragma("foreign_keys = OFF");
    file.exec("insert into weekly_emails (user_id, token, due_at) values ('gone', 'token', 0)");
    file.close();
    await open();
    expect(await db.$count(weeklyEmails)).toBe(1);
    await closeDatabase();

    // A migration may have left them: nothing starts on what one that was killed, or refused, has not checked.
    const killed = new Database(path.join(dataDir, "mugen.sqlite"));
    killed.pragma("user_version = 1");
    killed.close();
    const named = "to be deleted with sqlite3: weekly_emails 1 (of users)";
    for (const _ of ["first", "second"])
      await expect(open()).rejects.toThrow(
        expect.objectContaining({ name: "DatabaseNotReady", message: expect.stringContaining(named) }),
      );
    await expect(copySqlite({ dataDir, target: path.join(dataDir, "copy") })).rejects.toThrow(named);
  },
);
