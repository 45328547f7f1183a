import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { environment } from "#app/config/environment.ts";
import { projectRoot } from "#app/config/project-root.ts";
import { searchTracks } from "#app/features/search/server/search-tracks.server.ts";
import { createTestDatabase } from "#test/databases/postgres.ts";
import { describePostgres, describeSqlite } from "./adopt-installation.ts";
import { closeDatabase, db, openDatabase, write } from "./client.ts";
import { dialect } from "./columns.ts";
import { bulkRuns, labels, tracks, users } from "./schema/index.ts";
import { DatabaseNotReady } from "./store.ts";

// isolated: a process keeps the ranking

/** An installation that was made by the 34 migrations which the start migration stands for, with a row in nearly every table. */
interface OldInstallation {
  dataDir: string;
  url: string | undefined;
  query(sql: string): Promise<Record<string, unknown>[]>;
  describe(): Promise<string[]>;
  remove(): Promise<void>;
}

const fixture = (name: string) =>
  gunzipSync(readFileSync(path.join(projectRoot, "test/databases/before-start", name)));

async function restoreSqlite(dataDir: string): Promise<OldInstallation> {
  const { default: Database } = await import("better-sqlite3");
  writeFileSync(path.join(dataDir, "mugen.sqlite"), fixture("sqlite.gz"));
  const open = <T>(work: (file: InstanceType<typeof Database>) => T): T => {
    const file = new Database(path.join(dataDir, "mugen.sqlite"));
    try {
      return work(file);
    } finally {
      file.close();
    }
  };
  return {
    dataDir,
    url: undefined,
    query: async (sql) =>
      open((file) => {
        const statement = file.prepare<[], Record<string, unknown>>(sql);
        if (statement.reader) return statement.all();
        statement.run();
        return [];
      }),
    describe: async () => open(describeSqlite),
    remove: async () => {},
  };
}

async function restorePostgres(server: string, dataDir: string): Promise<OldInstallation> {
  const { default: pg } = await import("pg");
  const made = await createTestDatabase(server, `before_start_${process.pid}`);
  const client = new pg.Client({ connectionString: made.url });
  await client.connect();
  await client.query(fixture("postgres.sql.gz").toString());
  await client.query("set search_path = public");
  return {
    dataDir,
    url: made.url,
    query: async (sql) => (await client.query(sql)).rows,
    describe: () => describePostgres(client, "public"),
    async remove() {
      await client.end();
      await made.drop();
    },
  };
}

let old: OldInstallation;

/** Marks of migrations, the oldest first. */
const marksTable = dialect === "sqlite" ? "__drizzle_migrations" : "drizzle.__drizzle_migrations";
const readMarks = () => old.query(`select hash, created_at from ${marksTable} order by created_at`);

async function countRows(): Promise<Record<string, number>> {
  const names =
    dialect === "sqlite"
      ? "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '%drizzle%' and name not like '%_grams%'"
      : "select tablename as name from pg_tables where schemaname = 'public'";
  const counts: Record<string, number> = {};
  for (const { name } of await old.query(names)) {
    const [row] = await old.query(`select count(*) as rows from "${name}"`);
    counts[String(name)] = Number(row?.rows);
  }
  return counts;
}

const isPglite = environment().DATABASE_URL === "pglite:";

beforeEach(async () => {
  const { DATABASE_URL, DATA_DIR } = environment();
  const dataDir = mkdtempSync(path.join(DATA_DIR, "before-start-"));
  if (!isPglite) old = await (DATABASE_URL ? restorePostgres(DATABASE_URL, dataDir) : restoreSqlite(dataDir));
});
afterEach(async () => {
  await closeDatabase();
  if (isPglite) return;
  await old.remove();
  rmSync(old.dataDir, { recursive: true });
});

const beforeMigration = vi.fn(async () => {});
const open = () => openDatabase({ url: old.url, dataDir: old.dataDir, beforeMigration });

// PGlite is in memory: there is none from before.
test.skipIf(isPglite)(
  "an installation from before the start migration is adopted with all its rows",
  async () => {
    const now = dialect === "sqlite" ? "1790000000000" : "now()";
    await old.query(
      `insert into track_bulk_runs (action, track_ids, total, created_at) values ('withhold', '[4,7]', 2, ${now})`,
    );
    const before = await countRows();
    expect(Object.values(before).filter((rows) => rows > 0).length).toBeGreaterThan(25);
    expect(await readMarks()).toHaveLength(34);
    // Nothing is changed that could not be kept as it was.
    beforeMigration.mockRejectedValueOnce(new Error("no room for a restore point"));
    await expect(open()).rejects.toThrow("no room");
    expect(await readMarks()).toHaveLength(34);
    beforeMigration.mockClear();
    // A second start finds nothing to do.
    for (let start = 0; start < 2; start++) {
      await open();
      expect(
        (await searchTracks({ viewer: null, query: "夜の", limit: 10 })).tracks.map(({ title }) => title),
      ).toContain("夜のラジオ");
      expect((await db.select().from(users)).map(({ name }) => name)).toContain("残る人");
      const [science] = (await db.select().from(labels)).filter(({ name }) => name === "科学");
      expect(science?.usageCount).toBe(1);
      expect(await db.select().from(bulkRuns)).toMatchObject([
        { action: "take-down", items: [4, 7], position: 0, finishedAt: null },
      ]);
      await closeDatabase();
      const { count_marks: receipts, readings: pronunciations, track_bulk_runs: runs, ...others } = before;
      const renamed = { play_receipts: receipts, pronunciations, bulk_runs: runs };
      expect(await countRows()).toMatchObject({ ...others, ...renamed });
    }
    expect(beforeMigration).toHaveBeenCalledOnce();
    const [start] = await readMarks();
    const journal = JSON.parse(
      readFileSync(path.join(projectRoot, "db/migrations", dialect, "meta/_journal.json"), "utf8"),
    );
    expect(Number(start?.created_at)).toBe(journal.entries[0].when);
    expect(await readMarks()).toHaveLength(journal.entries.length);
    // What operators change beside the server keeps the search index too.
    await openDatabase({ url: old.url, dataDir: old.dataDir, migrate: false });
    await write((tx) => tx.update(tracks).set({ searchText: "山" }));
    expect((await searchTracks({ viewer: null, query: "山", limit: 10 })).count).toBeGreaterThan(1);
  },
);

test.skipIf(isPglite)(
  "an installation that is older than the start migration is refused as it is",
  async () => {
    const newest = `(select max(created_at) from ${marksTable})`;
    await old.query(`delete from ${marksTable} where created_at = ${newest}`);
    const before = await old.describe();
    await expect(open()).rejects.toThrow(DatabaseNotReady);
    await expect(open()).rejects.toThrow("start commit caa977f0 once");
    expect(await readMarks()).toHaveLength(33);
    expect(await old.describe()).toEqual(before);
  },
);

test.skipIf(isPglite)("a schema that was changed by hand is named and refused", async () => {
  await old.query("drop index tracks_user_index");
  await expect(open()).rejects.toThrow(/changed by hand.*missing: .*tracks_user_index/s);
  expect(await readMarks()).toHaveLength(34);
});
