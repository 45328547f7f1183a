import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { projectRoot } from "#app/config/project-root.ts";
import { recommendTracks } from "#app/features/search/server/recommend-tracks.server.ts";
import { searchTracks } from "#app/features/search/server/search-tracks.server.ts";
import { createTestDatabase } from "#test/databases/postgres.ts";
import { closeDatabase, db, openDatabase, write } from "./client.ts";
import { dialect } from "./columns.ts";
import { labels, tracks } from "./schema/index.ts";

// isolated: a process keeps the ranking
afterEach(closeDatabase);

/** The migrations as they were before listening. */
function olderMigrations(folder: string): string {
  const older = path.join(folder, "migrations");
  cpSync(path.join(projectRoot, "db/migrations", dialect), older, { recursive: true });
  const journal = path.join(older, "meta/_journal.json");
  const all: { entries: { idx: number }[] } = JSON.parse(readFileSync(journal, "utf8"));
  writeFileSync(journal, JSON.stringify({ ...all, entries: all.entries.filter(({ idx }) => idx < 2) }));
  return older;
}

const at = dialect === "sqlite" ? "1790000000000" : "timestamptz '2026-09-21'";
const rows = [
  `insert into users (id, provider, subject, name, email, created_at, updated_at) values ('u', 'local', 'u', 'かなで', 'u@example.com', ${at}, ${at})`,
  ...[1, 2, 3].map(
    (id) =>
      `insert into tracks (id, user_id, title, script, filename, duration_ms, play_count, search_text, uploaded_at) values (${id}, 'u', '夜 ${id}', 'A: 朝の歌', 'x', 1000, ${id}, '夜 ${id}\nかなで\na: 朝の歌${id}\nb: 海', ${at})`,
  ),
  "insert into labels (id, name, folded) values (1, '歴史', '歴史'), (2, '科学', '科学')",
  "insert into track_labels (track_id, label_id, position) values (1, 1, 0), (2, 1, 0), (3, 2, 0)",
];

async function fillSqlite(dataDir: string): Promise<void> {
  const { default: Database } = await import("better-sqlite3");
  const { drizzle } = await import("drizzle-orm/better-sqlite3");
  const { migrate } = await import("drizzle-orm/better-sqlite3/migrator");
  const file = new Database(path.join(dataDir, "mugen.sqlite"));
  migrate(drizzle(file), { migrationsFolder: olderMigrations(dataDir) });
  for (const row of rows) file.exec(row);
  file.close();
}

async function fillPostgres(url: string, folder: string): Promise<void> {
  const { default: pg } = await import("pg");
  const { drizzle } = await import("drizzle-orm/node-postgres");
  const { migrate } = await import("drizzle-orm/node-postgres/migrator");
  const pool = new pg.Pool({ connectionString: url });
  await migrate(drizzle(pool), { migrationsFolder: olderMigrations(folder) });
  for (const row of rows) await pool.query(row);
  await pool.end();
}

// PGlite is in memory: there is none from before.
test.skipIf(environment().DATABASE_URL === "pglite:")(
  "an installation with tracks is brought up to date: they are found, counted and recommended",
  async () => {
    const { DATABASE_URL, DATA_DIR } = environment();
    const dataDir = mkdtempSync(path.join(DATA_DIR, "older-"));
    const made = DATABASE_URL ? await createTestDatabase(DATABASE_URL, `older_${process.pid}`) : undefined;
    try {
      if (made) await fillPostgres(made.url, dataDir);
      else await fillSqlite(dataDir);
      // A second start finds nothing to do.
      for (let start = 0; start < 2; start++) {
        await openDatabase({ url: made?.url, dataDir });
        const idsOf = async (query: string, category?: string) =>
          (await searchTracks({ query, category, limit: 10 })).tracks.map(({ id }) => id);
        expect(await idsOf("朝の歌")).toEqual([3, 2, 1]);
        expect(await idsOf("歌2")).toEqual([2]);
        // The marks of the speakers are not part of what is searched.
        expect(await idsOf("a:")).toEqual([]);
        expect(await idsOf("海", "歴史")).toEqual([2, 1]);
        expect((await recommendTracks(Date.UTC(2026, 10, 1, 0, start))).map(({ id }) => id).sort()).toEqual([
          1, 2, 3,
        ]);
        const counts = await db
          .select({ name: labels.name, count: labels.usageCount })
          .from(labels)
          .orderBy(labels.id);
        expect(counts).toEqual([
          { name: "歴史", count: 2 },
          { name: "科学", count: 1 },
        ]);
        await closeDatabase();
      }
      // What operators change beside the server keeps the index too.
      await openDatabase({ url: made?.url, dataDir, migrate: false });
      await write((tx) => tx.update(tracks).set({ searchText: "山" }).returning({ id: tracks.id }));
      expect((await searchTracks({ query: "山", limit: 10 })).count).toBe(3);
      await closeDatabase();
    } finally {
      await closeDatabase();
      await made?.drop();
    }
  },
);
