import { mkdtempSync } from "node:fs";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import Database from "better-sqlite3";
import { afterEach, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { closeDatabase, db, openDatabase, write } from "./client.ts";
import { dialect } from "./columns.ts";
import { isLocked } from "./errors.ts";
import { settings } from "./schema/index.ts";
import { openSqlite } from "./sqlite.ts";

afterEach(closeDatabase);

/** An open database, and another program's connection to it, which has it locked. */
async function openLocked(options: { lockWaitMs: number }) {
  const dataDir = mkdtempSync(path.join(environment().DATA_DIR, "locked-"));
  const open = () => openSqlite({ dataDir, migrate: true, ...options });
  await openDatabase({ url: undefined, dataDir, open });
  const other = new Database(path.join(dataDir, "mugen.sqlite"));
  other.exec("BEGIN IMMEDIATE");
  return other;
}

const addSetting = (key: string) => write((tx) => tx.insert(settings).values({ key, value: "1" }));

test.runIf(dialect === "sqlite")(
  "while another program has the database locked, reads are answered and writes wait",
  async () => {
    const other = await openLocked({ lockWaitMs: 60_000 });
    const writes = [addSetting("first"), addSetting("second")];
    await nextTurn();
    expect(await db.$count(settings)).toBe(0);
    other.prepare("insert into settings (key, value) values ('other', '1')").run();
    other.exec("COMMIT");
    await Promise.all(writes);
    expect(await db.$count(settings)).toBe(3);
    other.close();
  },
);

test.runIf(dialect === "sqlite")(
  "a lock that stays refuses writes, and nothing else; the database closes",
  async () => {
    const other = await openLocked({ lockWaitMs: 0 });
    for (const key of ["first", "second"])
      expect(isLocked(await addSetting(key).catch((error: unknown) => error))).toBe(true);
    expect(await db.$count(settings)).toBe(0);
    other.exec("ROLLBACK");
    await addSetting("third");
    other.exec("BEGIN IMMEDIATE");
    await closeDatabase();
    other.close();
  },
);
