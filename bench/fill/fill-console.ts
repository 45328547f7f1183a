import { randomBytes } from "node:crypto";
import path from "node:path";
import Database from "better-sqlite3";
import pg from "pg";
import { credentialsFingerprint } from "#app/features/admin/session/admin-credentials.server.ts";
import { timeBucket } from "#app/features/statistics/metrics.ts";
import { hashToken } from "#app/lib/secret-token.ts";
import { addDays, tokyoDay } from "#app/lib/tokyo-day.ts";
import { adminPasswordHash, adminUsername } from "#test/admin-password.ts";

function newSession(): { token: string; sessionId: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, sessionId: hashToken(token) };
}

/** Writes `consoleRows` into the SQLite database of a stopped server. Returns the token of its console session. */
export function fillConsoleOnSqlite(dataDir: string): string {
  const database = new Database(path.join(dataDir, "mugen.sqlite"));
  try {
    database.pragma("synchronous = OFF");
    database.pragma("foreign_keys = OFF");
    const triggers = database
      .prepare<[], { name: string }>(
        "select name from sqlite_master where type = 'trigger' and tbl_name in ('tracks', 'users')",
      )
      .all();
    for (const { name } of triggers) database.exec(`drop trigger "${name}"`);
    const { token, sessionId } = newSession();
    const at = (ms: string) => `(${ms})`;
    for (const sql of consoleRows({ now: Date.now(), at, sessionId })) database.exec(sql);
    database.exec("analyze");
    return token;
  } finally {
    database.close();
  }
}

/** The same on a migrated Postgres database, as a superuser. */
export async function fillConsoleOnPostgres(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Without triggers and foreign keys.
    await client.query("set session_replication_role = replica");
    await client.query("set synchronous_commit = off");
    const { token, sessionId } = newSession();
    const at = (ms: string) => `to_timestamp((${ms}) / 1000.0)`;
    for (const sql of consoleRows({ now: Date.now(), at, sessionId })) await client.query(sql);
    await client.query("vacuum analyze");
    return token;
  } finally {
    await client.end();
  }
}

const members = 100_000;
const trackCount = 1_000_000;
const days = 180;
const queued = 4000;
const subscribers = 4000;

/**
 * SQL for both databases: 1,000,000 tracks of 100,000 members without audio and search index, the operators' queues, half a
 * year of money, log and statistics, and a console session. `at`: SQL of a time in ms. `sessionId`: the hash of its token.
 */
function consoleRows(o: { now: number; at: (ms: string) => string; sessionId: string }): string[] {
  const ago = (ms: string) => o.at(`${o.now} - ${ms}`);
  const [now, later] = [o.at(`${o.now}`), o.at(`${o.now + 86_400_000}`)];
  // 64 bits: times in milliseconds are counted from it.
  const numbers = (count: number, into: string) =>
    `with recursive numbers(n) as (select cast(1 as bigint) union all select n + 1 from numbers where n < ${count}) insert into ${into}`;
  // A month's payment of each subscriber: `n` counts both.
  const [payer, month] = [`(n % ${subscribers})`, `(n / ${subscribers} * 2592000000)`];
  const premium = "n % 25 = 0";
  return [
    numbers(
      members,
      `users (id, provider, subject, name, email, state, is_premium, premium_end_date, created_at, updated_at)
       select 'm' || n, 'local', n || '@example.com', '会員' || n, n || '@example.com',
       case when n % 500 = 0 then 'pending' else 'approved' end, ${premium},
       case when ${premium} then ${o.at(`${o.now} + n * 100000`)} end, ${ago("n * 100000")}, ${now} from numbers`,
    ),
    numbers(
      trackCount,
      // Three weeks of new tracks that nobody has looked at have a whole script.
      `tracks (user_id, title, script, filename, duration_ms, search_text, search_readings, uploaded_at)
       select 'm' || (1 + n % ${members}), '音声' || n, case when n <= ${queued} then '${longScript()}' else 'A: 夜' end,
       n || '.mp3', 60000, '', '', ${ago("n * 10000")} from numbers`,
    ),
    numbers(
      300,
      `audio_tasks (id, user_id, kind, flow, state, input_text, error, failure_cause, created_at, updated_at, expires_at)
       select 't' || n, 'm' || n, 'preview', 'v2', 'failed', '夜', '失敗しました', 'Error: no voice', ${now}, ${ago("n * 1000")},
       ${later} from numbers`,
    ),
    numbers(
      2000,
      `track_reports (track_id, reason, created_at) select n, 'spam', ${ago("n * 1000")} from numbers`,
    ),
    numbers(
      queued,
      `review_items (track_id, cause, queued_at, harms) select n, 'new', ${ago("n * 400000")}, '[]' from numbers`,
    ),
    numbers(
      subscribers,
      `subscriptions (id, user_id, customer_id, status, paid_until, created_at)
       select 'sub' || (n - 1), 'm' || (25 * n), 'cus' || n, 'active', ${o.at(`${o.now} + n * 600000`)}, ${ago("15552000000")} from numbers`,
    ),
    numbers(
      6 * subscribers - 1,
      `payments (id, user_id, subscription_id, payment_intent_id, amount, period_start, period_end, paid_at)
       select 'in' || n, 'm' || (25 * (1 + ${payer})), 'sub' || ${payer}, 'pi' || n, 550, ${ago(month)}, ${ago(month)},
       ${ago(`${month} - n`)} from numbers`,
    ),
    `insert into receipts (id, user_id, payment_intent_id, number, amount, tax_rate, period_start, period_end, paid_at, recipient)
     select id, user_id, payment_intent_id, id, amount, 10, period_start, period_end, paid_at, user_id from payments`,
    numbers(
      600,
      `refunds (id, stripe_id, user_id, receipt_id, amount, reason, status, created_at)
       select 're' || n, 're' || n, 'm' || (25 * (1 + n)), 'in' || n, 100, '誤り', 'succeeded', ${ago("n * 20000000")} from numbers`,
    ),
    numbers(
      600,
      `failed_payments (id, user_id, subscription_id, amount, attempts, failed_at, outcome)
       select 'fa' || n, 'm' || (25 * (1 + n)), 'sub' || n, 550, 1, ${ago("n * 20000000")}, case when n < 100 then 'open' else 'paid' end from numbers`,
    ),
    numbers(
      200,
      `disputes (id, user_id, receipt_id, amount, reason, status, evidence_due_at, created_at, closed_at)
       select 'dp' || n, 'm' || (25 * (1 + n)), 'in' || n, 550, 'fraudulent', case when n < 20 then 'needs_response' else 'lost' end, ${later},
       ${ago("n * 70000000")}, case when n < 20 then null else ${now} end from numbers`,
    ),
    numbers(
      200_000,
      `audit_log (at, actor_kind, actor_name, action, target_type, target_id)
       select ${ago("n * 70000")}, 'admin', '${adminUsername}', 'review.approve', 'track', 'x' || n from numbers`,
    ),
    `insert into admin_sessions (id, username, credentials, device_info, created_at, authenticated_at, last_active_at, expires_at)
     values ('${o.sessionId}', '${adminUsername}', '${credentialsFingerprint({ username: adminUsername, hash: adminPasswordHash })}',
     '', ${now}, ${now}, ${now}, ${later})`,
    `insert into daily_statistics (day, metric, value) values ${statistics(o.now).join(", ")} on conflict do nothing`,
  ];
}

function longScript(): string {
  const line = (_: unknown, at: number) =>
    `${"AB"[at % 2]}: 夜の駅で、${at}番目の電車を待っていました。雨が静かに降っています。`;
  return Array.from({ length: 24 }, line).join("\n");
}

/** As `(day, metric, value)`. */
function statistics(now: number): string[] {
  const today = tokyoDay(new Date(now));
  return Array.from({ length: days }, (_, ago) =>
    Object.entries(valuesOf(ago)).map(
      ([metric, value]) => `('${addDays(today, -ago)}', '${metric}', ${value})`,
    ),
  ).flat();
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
