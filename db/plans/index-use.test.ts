import { sql } from "drizzle-orm";
import { test } from "vitest";
import { withDatabase } from "#test/database.ts";
import { analyzeTables, expectIndexUse, isTrue, someTime } from "#test/databases/query-plan.ts";
import { dialect } from "../columns.ts";
import { now } from "../now.ts";

withDatabase();
analyzeTables();

const plus = dialect === "sqlite" ? sql`+` : sql``;
const open = sql`state in ('queued', 'processing', 'script_generation', 'audio_generation')`;

test.each([
  [
    "home",
    sql`select * from tracks t join users u on u.id = t.user_id where t.is_visible = ${isTrue} and u.state = 'approved' order by t.uploaded_at desc, t.id desc limit 21`,
    "tracks_newest_index",
  ],
  [
    "a page deep in home",
    sql`select * from tracks t join users u on u.id = t.user_id where t.is_visible = ${isTrue} and u.state = 'approved' and (t.uploaded_at, t.id) < (${dialect === "sqlite" ? sql`1` : sql`now()`}, 9) order by t.uploaded_at desc, t.id desc limit 21`,
    dialect === "sqlite" ? "tracks_newest_index (is_visible=? AND uploaded_at<?)" : "ROW(uploaded_at, id)",
  ],
  [
    "home for visitors",
    sql`select * from tracks t join users u on u.id = t.user_id where t.is_visible = ${isTrue} and u.state = 'approved' and (${plus}t.listed_from is null or ${plus}t.listed_from <= ${now}) order by t.uploaded_at desc, t.id desc limit 21`,
    "tracks_newest_index",
  ],
  [
    "tracks that wait for visitors' lists",
    sql`select id from tracks where listed_from > ${someTime} order by listed_from, id limit 21`,
    "tracks_listed_from_index",
  ],
  [
    "the tracks that most members keep",
    sql`select id from tracks order by (like_count + bookmark_count) desc, id desc limit 1000`,
    "tracks_kept_index",
  ],
  [
    "the newest track of the official account",
    sql`select id from tracks t where t.user_id = 'mugen' and ${plus}t.is_visible = ${isTrue} order by t.uploaded_at desc, t.id desc limit 1`,
    "tracks_user_index",
  ],
  [
    "whether an author has three public tracks older than a day",
    sql`select id from tracks t where t.user_id = 'x' and ${plus}t.is_visible = ${isTrue} and t.uploaded_at < ${someTime} order by t.uploaded_at, t.id limit 1 offset 2`,
    "tracks_user_index",
  ],
  [
    "a member's tracks",
    sql`select * from tracks t join users u on u.id = t.user_id where t.user_id = 'x' and (t.is_visible = ${isTrue} or t.user_id = 'y') and u.state = 'approved' order by t.uploaded_at desc, t.id desc limit 21`,
    "tracks_user_index",
  ],
  [
    "a map of tracks for search engines",
    sql`select t.id, u.state from tracks t join users u on u.id = t.user_id where t.id > 1000 and t.id <= 2000 order by t.id`,
    dialect === "sqlite" ? "INTEGER PRIMARY KEY (rowid>? AND rowid<?)" : "tracks_pkey",
  ],
  [
    "a map of members who have published",
    sql`select u.id, exists (select t.id from tracks t where t.user_id = u.id and (t.is_visible = ${isTrue} or t.user_id = '')) from users u where u.id > 'x' order by u.id limit 1000`,
    "tracks_user_index",
  ],
  [
    "a member's tracks for a visitor",
    sql`select * from tracks t join users u on u.id = t.user_id where t.user_id = 'x' and ((t.is_visible = ${isTrue} and u.state = 'approved') or (t.user_id = '' and u.state = 'approved')) order by t.uploaded_at desc, t.id desc limit 21`,
    "tracks_user_index",
  ],
  ["a session", sql`select * from sessions where id = 'x'`, "sessions"],
  [
    "a customer of Stripe's",
    sql`select id from users where stripe_customer_id = 'x'`,
    "users_stripe_customer_unique",
  ],
  [
    "subscriptions to look at again",
    sql`select id from subscriptions where checked_at is not null and checked_at <= ${someTime} order by checked_at limit 50`,
    "subscriptions_checked_index",
  ],
  [
    "pauses that end",
    sql`select id from subscriptions where resumes_at is not null and resumes_at <= ${someTime} and reminded_at is null order by resumes_at limit 50`,
    "subscriptions_resumes_index",
  ],
  [
    "purchases to ask about",
    sql`select * from purchases p join users u on u.id = p.user_id where p.due_at <= ${someTime} order by p.due_at limit 50`,
    "purchases_due_index",
  ],
  [
    "cancellations that are due",
    sql`select * from stripe_cancellations where due_at <= ${someTime} order by due_at limit 100`,
    "stripe_cancellations_due_index",
  ],
  [
    "old events of Stripe's",
    sql`select id from stripe_events where received_at <= ${someTime}`,
    "stripe_events_received_index",
  ],
  [
    "a member's subscriptions",
    sql`select * from subscriptions where user_id = 'x'`,
    "subscriptions_user_index",
  ],
  ["a member's payments", sql`select * from payments where user_id = 'x'`, "payments_user_index"],
  [
    "a subscription's payments",
    sql`select * from payments where subscription_id = 'x'`,
    "payments_subscription_index",
  ],
  [
    "a payment that is given back",
    sql`select subscription_id from payments where payment_intent_id = 'x'`,
    "payments_intent_index",
  ],
  [
    "a member's tasks",
    sql`select * from audio_tasks where user_id = 'x' and kind = 'preview' order by created_at desc limit 20`,
    "audio_tasks_user_index",
  ],
  ["open tasks", sql`select id from audio_tasks where ${open}`, "audio_tasks_open_index"],
  [
    "a preview by its name",
    sql`select * from audio_tasks where preview_filename = 'x'`,
    "audio_tasks_preview_unique",
  ],
  [
    "expired tasks",
    sql`select id from audio_tasks where expires_at <= ${dialect === "sqlite" ? sql`1` : sql`now()`}`,
    "audio_tasks_expires_index",
  ],
  [
    "a local identity",
    sql`select id from users where provider = 'local' and subject = 'x'`,
    "users_identity_unique",
  ],
  ["a sign-in under way", sql`delete from sign_in_attempts where id = 'x' returning *`, "sign_in_attempts"],
  [
    "sign-ins that nobody finished",
    sql`delete from sign_in_attempts where expires_at <= ${dialect === "sqlite" ? sql`1` : sql`now()`}`,
    "sign_in_attempts_expires_index",
  ],
  [
    "sign-ins beyond those that are kept",
    sql`select id from sign_in_attempts order by expires_at desc limit 500 offset 20000`,
    "sign_in_attempts_expires_index",
  ],
  [
    "a member's invitations",
    sql`select * from invitations where owner_id = 'x' order by created_at`,
    "invitations_owner_index",
  ],
  [
    "who joined by a member's invitations",
    sql`select * from users where invited_by_id = 'x' and state <> 'denied'`,
    "users_invited_by_index",
  ],
  ["an account's sessions", sql`delete from sessions where user_id = 'x'`, "sessions_user_index"],
  [
    "an account by its chosen id",
    sql`select * from users where custom_user_id_folded = 'x'`,
    "users_custom_user_id_unique",
  ],
  [
    "the newest accounts",
    sql`select * from users order by created_at desc, id desc limit 100`,
    "users_created_index",
  ],
  [
    "letters that are due",
    sql`select id from emails where error is null and due_at <= ${someTime} order by due_at limit 1000`,
    "emails_due_index",
  ],
  [
    "a visitor's message, pressed twice",
    sql`select id from contact_messages where created_at > ${someTime} and name = 'x' and email = 'x' and subject = 'x' and message = 'x' limit 1`,
    // Postgres takes any index of an empty table.
    dialect === "sqlite" ? "contact_messages_created_index" : "using contact_messages_",
  ],
  [
    "a member's message, pressed twice",
    sql`select id from contact_messages where created_at > ${someTime} and user_id = 'x' and message = 'x' limit 1`,
    "contact_messages_",
  ],
  [
    "whether a track was reported",
    sql`select id from track_reports where track_id = 1 limit 1`,
    "track_reports_track_index",
  ],
  [
    "a visitor's report, pressed twice",
    sql`select id from track_reports where track_id = 1 and user_id is null and created_at > ${someTime} and reason = 'x' limit 1`,
    "track_reports_",
  ],
  [
    "a file's owner",
    sql`select track_id from renditions where storage_key = 'x'`,
    "renditions_storage_unique",
  ],
  [
    "a person by id or chosen name",
    sql`select * from users where (id = 'x' or custom_user_id_folded = 'x') and state = 'approved'`,
    dialect === "sqlite" ? "users_custom_user_id_unique" : "using users_",
  ],
  [
    "whether one follows another",
    sql`select id from follows where follower_id = 'x' and following_id = 'y'`,
    dialect === "sqlite" ? "follows_pair_unique" : "using follows_",
  ],
  [
    "followers",
    sql`select * from follows where following_id = 'x' order by created_at desc, id desc limit 51`,
    "follows_following_index",
  ],
  [
    "a page deep in the followed",
    sql`select * from follows where follower_id = 'x' and (created_at, id) < (${dialect === "sqlite" ? sql`1` : sql`now()`}, 9) order by created_at desc, id desc limit 51`,
    dialect === "sqlite" ? "follows_follower_index (follower_id=? AND created_at<?)" : "ROW(created_at, id)",
  ],
  [
    "followers with their faces",
    sql`select * from follows inner join users on users.id = follows.follower_id where following_id = 'x' and state = 'approved' order by follows.created_at desc, follows.id desc limit 51`,
    "follows_following_index",
  ],
  [
    "a member's session by its public name",
    sql`delete from sessions where user_id = 'x' and substr(id, 1, 16) = 'y'`,
    "sessions_user_index",
  ],
  ["a member's likes", sql`delete from likes where user_id = 'x'`, "likes"],
  ["whom a member follows", sql`delete from follows where follower_id = 'x'`, "follows_"],
  ["who follows a member", sql`delete from follows where following_id = 'x'`, "follows_following_index"],
  ["people a member invited", sql`select id from users where invited_by_id = 'x'`, "users_invited_by_index"],
  ["a member's consents", sql`select * from consents where user_id = 'x'`, "consents_user_index"],
  [
    "old consents",
    sql`delete from consents where updated_at < ${dialect === "sqlite" ? sql`1` : sql`now()`}`,
    "consents_updated_index",
  ],
  [
    "a page of the console's generations",
    sql`select * from generation_tasks g left join themes t on t.id = g.theme_id where g.kind = 'theme' order by g.created_at desc, g.id desc limit 10`,
    "generation_tasks_kind_index",
  ],
  [
    "an open generation of the same",
    sql`select id from generation_tasks where active_key = 'theme 1' and state in ('queued', 'processing')`,
    "generation_tasks_active_unique",
  ],
  [
    "how many generations there are by state",
    sql`select state, count(*) from generation_tasks where kind = 'theme' and state = 'failed' group by state`,
    "generation_tasks_state_index",
  ],
  [
    "whether audio of a theme is being made",
    sql`select id from generation_tasks where theme_id = 1 and state in ('queued', 'processing')`,
    // That of the theme, or that of the few open ones.
    "generation_tasks_",
  ],
  [
    "generations that ended long ago",
    sql`delete from generation_tasks where ended_at < ${someTime}`,
    "generation_tasks_ended_index",
  ],
])("%s is found by an index", (_name, statement, index) => expectIndexUse(statement, index));
