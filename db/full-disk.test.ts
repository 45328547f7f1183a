import { mkdtempSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { errorResponse } from "#app/http/core/error-response.ts";
import { closeDatabase, type Db, db, openDatabase, write } from "./client.ts";
import { dialect } from "./columns.ts";
import { settings } from "./schema/index.ts";
import { DatabaseNotReady } from "./store.ts";

afterEach(closeDatabase);

const newFolder = () => mkdtempSync(path.join(environment().DATA_DIR, "full-"));
const add = (key: string, size = 1) =>
  write((tx) => tx.insert(settings).values({ key, value: "x".repeat(size) }));
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
const statusOf = async (work: Promise<unknown>) => errorResponse(await failureOf(work), "").status;

/** SQLite's own limit of the file's size, beyond which it says that the disk is full. */
const limitPages = (pages: number) =>
  write(async (tx) => {
    if (canRun(tx)) tx.run(sql.raw(`pragma max_page_count = ${pages}`));
  });

function canRun(tx: Db): tx is Db & { run(query: unknown): unknown } {
  return "run" in tx;
}

test.runIf(dialect === "sqlite")(
  "a full disk refuses writes as unavailable, logs it once, and the same writes succeed when there is room",
  async () => {
    const logged: string[] = [];
    const log = (_: object, message: string) => void logged.push(message);
    await openDatabase({ url: undefined, dataDir: newFolder(), logger: { warn: log, error: log } });
    await limitPages(1);
    for (const key of ["first", "second"]) expect(await statusOf(add(key, 100_000))).toBe(503);
    expect(await db.$count(settings)).toBe(0);
    await limitPages(1_000_000);
    await add("first", 100_000);
    expect(await db.$count(settings)).toBe(1);
    expect(logged).toEqual([
      "the disk takes no writes: what people save is refused",
      "the disk takes writes again",
    ]);
  },
);

test.runIf(dialect === "sqlite")(
  "a database is opened for reading only as it is, without the files that readers share",
  async () => {
    const dataDir = newFolder();
    const open = (readOnly: boolean) => openDatabase({ url: undefined, dataDir, readOnly });
    await expect(open(true)).rejects.toThrow();
    await open(false);
    await add("kept");
    await closeDatabase();

    await open(true);
    expect(await db.$count(settings)).toBe(1);
    expect(await statusOf(add("lost"))).toBe(503);
    await expect(db.insert(settings).values({ key: "stray", value: "1" }).returning()).rejects.toThrow();
    await closeDatabase();

    const file = new Database(path.join(dataDir, "mugen.sqlite"));
    file.exec("drop table __drizzle_migrations");
    file.close();
    await expect(open(true)).rejects.toThrow(DatabaseNotReady);
  },
);
