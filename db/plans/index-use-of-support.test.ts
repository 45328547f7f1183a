import { sql } from "drizzle-orm";
import { test } from "vitest";
import { withDatabase } from "#test/database.ts";
import { analyzeTables, expectIndexUse } from "#test/databases/query-plan.ts";
import { dialect } from "../columns.ts";

withDatabase();
analyzeTables();

test.each([
  [
    "open messages",
    sql`select * from contact_messages m left join users u on u.id = m.user_id where m.handled_at is null order by m.created_at, m.id limit 10`,
    "contact_messages_open_index",
  ],
  [
    "answered messages",
    sql`select * from contact_messages where outcome = 'answered' order by handled_at desc, id desc limit 10`,
    "contact_messages_outcome_index",
  ],
  [
    "an address's messages",
    sql`select * from contact_messages where lower(email) = 'x' order by created_at desc limit 50`,
    "contact_messages_email_index",
  ],
  [
    "how many messages are open",
    sql`select count(*) from contact_messages where handled_at is null`,
    "_index",
  ],
  [
    "tracks by their oldest open report",
    sql`select r.track_id from track_reports r where r.handled_at is null and not exists (select o.id from track_reports o where o.track_id = r.track_id and o.handled_at is null and (o.created_at, o.id) < (r.created_at, r.id)) order by r.created_at, r.id limit 10`,
    "track_reports_open_index",
  ],
  [
    "tracks by the report that was closed last",
    sql`select r.track_id from track_reports r where r.handled_at is not null and not exists (select o.id from track_reports o where o.track_id = r.track_id and o.handled_at is null) and not exists (select o.id from track_reports o where o.track_id = r.track_id and (o.handled_at, o.id) > (r.handled_at, r.id)) order by r.handled_at desc, r.id desc limit 10`,
    "track_reports_handled_index",
  ],
  [
    "a track's open reports",
    sql`select id from track_reports where track_id = 1 and handled_at is null order by created_at, id`,
    // Postgres takes any index of an empty table.
    dialect === "sqlite" ? "track_reports_track_index" : "track_reports_",
  ],
  [
    "emails that were given up",
    sql`select * from emails where error is not null order by created_at, id limit 10`,
    "emails_failed_index",
  ],
  [
    "what a member has used of an engine today",
    sql`select count(*), coalesce(sum(characters), 0) from engine_usage where user_id = 'x' and day = '2026-11-20' and engine = 'gemini'`,
    "engine_usage_user_index",
  ],
  [
    "the latest requests to engines",
    sql`select g.*, u.name from engine_usage g left join users u on u.id = g.user_id order by g.created_at desc limit 200`,
    "engine_usage_created_index",
  ],
  [
    "the sums of engines' days",
    sql`select * from engine_days where day >= '2026-11-01'`,
    dialect === "sqlite" ? "sqlite_autoindex_engine_days" : "engine_days_",
  ],
  [
    "the entries of messages",
    sql`select * from case_entries where contact_message_id = 1 order by id`,
    dialect === "sqlite" ? "case_entries_message_index" : "case_entries_",
  ],
  [
    "the entries of a track's reports",
    sql`select * from case_entries where track_id = 1 order by id`,
    dialect === "sqlite" ? "case_entries_track_index" : "case_entries_",
  ],
])("%s: by an index", (_name, statement, index) => expectIndexUse(statement, index));
