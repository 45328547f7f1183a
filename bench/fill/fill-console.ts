import path from "node:path";
import Database from "better-sqlite3";
import { addDays } from "#app/features/statistics/days.ts";
import { timeBucket } from "#app/features/statistics/generation-times.ts";
import { tokyoDay } from "#app/lib/tokyo-day.ts";
import { closeDatabase, openDatabase, write } from "#db/client.ts";
import { dailyStatistics } from "#db/schema/index.ts";
import { addAdminSession } from "#test/admin.ts";

const members = 100_000;
const trackCount = 1_000_000;
const days = 180;
const queued = 4000;

/**
 * Writes 100,000 members, 1,000,000 tracks without audio and search index, the operators' queues and 180 days of statistics into
 * the SQLite database of a stopped server. Returns the token of a console session.
 */
export async function fillConsole(dataDir: string): Promise<string> {
  fillRows(dataDir);
  await openDatabase({ url: undefined, dataDir });
  try {
    for (let ago = 0; ago < days; ago++) {
      const day = addDays(tokyoDay(new Date()), -ago);
      const rows = Object.entries(valuesOf(ago)).map(([metric, value]) => ({ day, metric, value }));
      await write((tx) => tx.insert(dailyStatistics).values(rows).onConflictDoNothing());
    }
    const { token } = await addAdminSession();
    return token;
  } finally {
    await closeDatabase();
  }
}

/** Every metric, and a dozen lengths of generations. */
function valuesOf(ago: number): Record<string, number> {
  const times = Array.from({ length: 12 }, (_, index) => [timeBucket(5 * 1.4 ** index), 9 + index] as const);
  return {
    members_total: members - ago * 40,
    members_joined: 40 + (ago % 7),
    members_deleted: ago % 3,
    members_denied: ago % 2,
    plays: 50_000 + 997 * (ago % 11),
    listening_seconds: 4e6 + 12_345.6 * (ago % 5),
    tracks_published: 300 + (ago % 13),
    generations_completed: 174,
    generations_failed: ago % 4,
    generation_seconds: 6000 + ago,
    scripts_failed: 1,
    premium_active: 4000 - ago,
    premium_started: 30,
    premium_expired: 20,
    premium_revoked: 1,
    storage_bytes: 1.5e12 - ago * 1e9,
    ...Object.fromEntries(times),
  };
}

function fillRows(dataDir: string): void {
  const database = new Database(path.join(dataDir, "mugen.sqlite"));
  try {
    database.pragma("synchronous = OFF");
    database.pragma("foreign_keys = OFF");
    const now = Date.now();
    const triggers = database
      .prepare<[], { name: string }>(
        "select name from sqlite_master where type = 'trigger' and tbl_name in ('tracks', 'users')",
      )
      .all();
    for (const { name } of triggers) database.exec(`drop trigger "${name}"`);
    const numbers = (count: number) =>
      `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`;
    database.exec(`${numbers(members)} insert into users (id, provider, subject, name, email, state, premium_end_date, created_at, updated_at)
      select 'm' || n, 'local', n || '@example.com', '会員' || n, n || '@example.com', iif(n % 500 = 0, 'pending', 'approved'),
      iif(n % 25 = 0, ${now} + n * 100000, null), ${now} - n * 100000, ${now} from numbers`);
    database.exec(`${numbers(trackCount)} insert into tracks (user_id, title, script, filename, duration_ms, search_text, uploaded_at)
      select 'm' || (1 + n % ${members}), '音声' || n, 'A: 夜', n || '.mp3', 60000, '', ${now} - n * 10000 from numbers`);
    database.exec(`${numbers(300)} insert into audio_tasks (id, user_id, kind, flow, state, input_text, error, failure_cause, created_at, updated_at, expires_at)
      select 't' || n, 'm' || n, 'preview', 'v2', 'failed', '夜', '失敗しました', 'Error: no voice', ${now}, ${now} - n * 1000, ${now} + 86400000 from numbers`);
    database.exec(
      `${numbers(2000)} insert into track_reports (track_id, reason, created_at) select n, 'spam', ${now} - n * 1000 from numbers`,
    );
    // Three weeks of new tracks that nobody has looked at, each with a whole script.
    const lines = Array.from(
      { length: 24 },
      (_, at) => `${"AB"[at % 2]}: 夜の駅で、${at}番目の電車を待っていました。雨が静かに降っています。`,
    );
    database.prepare(`update tracks set script = ? where id <= ${queued}`).run(lines.join("\n"));
    database.exec(`${numbers(queued)} insert into review_items (track_id, cause, queued_at, harms)
      select n, 'new', ${now} - n * 400000, '[]' from numbers`);
    database.exec("analyze");
  } finally {
    database.close();
  }
}
