import path from "node:path";
import Database from "better-sqlite3";
import { foldText, gramTokens } from "#db/search/text.ts";
import {
  authorCount,
  authorId,
  authorName,
  generateTracks,
  labelNames,
  memberRows,
  memberTables,
} from "./generate-tracks.ts";

/**
 * Writes `count` tracks into the SQLite database of a stopped server. Rebuilds triggers, indexes and the search index
 * afterwards, so the result equals single inserts.
 */
export function fillSqlite(o: { dataDir: string; count: number; now: number }): void {
  const database = new Database(path.join(o.dataDir, "mugen.sqlite"));
  try {
    database.pragma("synchronous = OFF");
    database.pragma("foreign_keys = OFF");
    database.pragma("cache_size = -400000");
    database.function("search_grams", { deterministic: true }, gramTokens);
    database.function("fold_text", { deterministic: true }, (text) => foldText(String(text ?? "")));
    const tables = ["tracks", "track_labels", ...memberTables].map((name) => `'${name}'`).join();
    const kept = database
      .prepare<[], { name: string; type: string; sql: string }>(
        `select name, type, sql from sqlite_master where type in ('trigger', 'index') and tbl_name in (${tables}) and sql is not null`,
      )
      .all();
    database.transaction(() => {
      for (const { name, type } of kept) database.exec(`drop ${type} "${name}"`);
      insertRows(database, o);
      for (const sql of memberRows({ ...o, at: String })) database.exec(sql);
      for (const { type, sql } of kept) if (type === "index") database.exec(sql);
      fillGrams(database, "track_grams", "search_text");
      fillGrams(database, "track_title_grams", "substr(search_text, 1, instr(search_text, char(10)) - 1)");
      database.exec(
        "update labels set usage_count = (select count(*) from track_labels where label_id = labels.id)",
      );
      for (const { type, sql } of kept) if (type === "trigger") database.exec(sql);
    })();
    database.exec("analyze");
    database.pragma("wal_checkpoint(TRUNCATE)");
  } finally {
    database.close();
  }
}

/** `text` is an expression on `tracks`. */
function fillGrams(database: Database.Database, table: string, text: string): void {
  const setHashSize = (bytes: number) =>
    database.exec(`insert into ${table} (${table}, rank) values ('hashsize', ${bytes})`);
  // 256 MB of memory instead of 1, or the index is merged over and over.
  setHashSize(268435456);
  database.exec(
    `insert into ${table} (rowid, grams) select id, search_grams(${text}) from tracks order by id`,
  );
  setHashSize(1048576);
}

function insertRows(database: Database.Database, { count, now }: { count: number; now: number }): void {
  const addUser = database.prepare(
    "insert into users (id, provider, subject, name, email, created_at, updated_at) values (?, 'local', ?, ?, ?, ?, ?)",
  );
  for (let author = 0; author < authorCount(count); author++) {
    const email = `${authorId(author)}@example.com`;
    addUser.run(authorId(author), email, authorName(author), email, now, now);
  }
  const addLabel = database.prepare("insert into labels (id, name, folded) values (?, ?, ?)");
  for (const [index, name] of labelNames.entries()) addLabel.run(index + 1, name, foldText(name));
  const addTrack = database.prepare(
    "insert into tracks (id, user_id, title, script, filename, duration_ms, play_count, like_count, impression_count, is_visible, search_text, uploaded_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const addTrackLabel = database.prepare(
    "insert into track_labels (track_id, label_id, position) values (?, ?, ?)",
  );
  for (const track of generateTracks(count, now)) {
    addTrack.run(
      track.id,
      authorId(track.author),
      track.title,
      track.script,
      `${track.id}.mp3`,
      track.durationMs,
      track.playCount,
      track.likeCount,
      track.impressionCount,
      Number(track.isVisible),
      track.searchText,
      track.uploadedAt,
    );
    for (const [position, label] of track.labels.entries()) addTrackLabel.run(track.id, label + 1, position);
  }
}
