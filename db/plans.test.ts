import { type SQL, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { withDatabase } from "#test/database.ts";
import { write } from "./client.ts";
import { dialect } from "./columns.ts";
import { labels, users } from "./schema/index.ts";
import { topOfClass } from "./search/recommended-tracks.ts";
import { selectCandidates } from "./search/search-track-ids.ts";
import { startsWith } from "./search/text.ts";

withDatabase();

interface Raw {
  all(query: SQL): Promise<unknown[]> | unknown[];
  execute(query: SQL): Promise<{ rows: unknown[] }>;
}
const raw = (handle: object): Raw => handle as Raw;

/** The plan as text. On Postgres without sequential scans, which small tables would get whatever indexes they have. */
async function planOf(statement: SQL): Promise<string> {
  return write(async (tx) => {
    if (dialect === "sqlite") return JSON.stringify(await raw(tx).all(sql`explain query plan ${statement}`));
    await raw(tx).execute(sql`set local enable_seqscan = off`);
    return JSON.stringify((await raw(tx).execute(sql`explain ${statement}`)).rows);
  });
}

beforeAll(async () => {
  if (dialect === "postgres") await write((tx) => raw(tx).execute(sql`analyze`));
});

const isTrue = dialect === "sqlite" ? sql`1` : sql`true`;
const isFalse = dialect === "sqlite" ? sql`0` : sql`false`;
const aTime = dialect === "sqlite" ? sql`1` : sql`now()`;
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
    sql`select id from emails where error is null and due_at <= ${aTime} order by due_at limit 1000`,
    "emails_due_index",
  ],
  [
    "a visitor's message, pressed twice",
    sql`select id from contact_messages where created_at > ${aTime} and name = 'x' and email = 'x' and subject = 'x' and message = 'x' limit 1`,
    "contact_messages_created_index",
  ],
  [
    "a member's message, pressed twice",
    sql`select id from contact_messages where created_at > ${aTime} and user_id = 'x' and message = 'x' limit 1`,
    "contact_messages_",
  ],
  [
    "whether a track was reported",
    sql`select id from track_reports where track_id = 1 limit 1`,
    "track_reports_once_unique",
  ],
  [
    "a visitor's report, pressed twice",
    sql`select id from track_reports where track_id = 1 and user_id is null and created_at > ${aTime} and reason = 'x' limit 1`,
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
    "users_custom_user_id_unique",
  ],
  [
    "whether one follows another",
    sql`select id from follows where follower_id = 'x' and following_id = 'y'`,
    // Postgres takes either index of an empty table.
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
    "a member's tracks in playlists",
    sql`delete from playlist_items where track_id in (select id from tracks where user_id = 'x')`,
    "playlist_items_track_index",
  ],
  [
    "a customUserId",
    sql`select id from users where custom_user_id_folded = 'x'`,
    "users_custom_user_id_unique",
  ],
  [
    "a track's places in playlists",
    sql`select playlist_id from playlist_items where track_id = 1`,
    "playlist_items_track_index",
  ],
  [
    "which of a page's tracks are in a member's playlists",
    sql`select i.track_id from playlists p join playlist_items i on i.playlist_id = p.id and i.track_id in (1, 2, 3) where p.user_id = 'x'`,
    "playlist_items_",
  ],
  [
    "a member's playlists with whether a track is in them",
    sql`select p.id, p.name, i.id from playlists p left join playlist_items i on i.playlist_id = p.id and i.track_id = 1 where p.user_id = 'x' order by p.created_at desc, p.id desc`,
    "playlists_user_index",
  ],
  [
    "a track's audio",
    sql`select * from tracks t join users u on u.id = t.user_id join renditions r on r.track_id = t.id and r.kbps = 64 where t.id = 1 and u.state = 'approved'`,
    "renditions",
  ],
  [
    "how many tracks of a playlist can be heard",
    sql`select i.playlist_id, count(*) from playlist_items i join tracks t on t.id = i.track_id join users u on u.id = t.user_id where i.playlist_id in (1) and t.is_visible = ${isTrue} and u.state = 'approved' group by i.playlist_id`,
    "playlist_items_",
  ],
  [
    "everybody's public playlists",
    sql`select * from playlists p join users u on u.id = p.user_id where p.is_public = ${isTrue} and u.state = 'approved' order by p.created_at desc, p.id desc limit 21`,
    "playlists_newest_index",
  ],
  [
    "a page deep in everybody's public playlists",
    sql`select * from playlists p join users u on u.id = p.user_id where p.is_public = ${isTrue} and u.state = 'approved' and (p.created_at, p.id) < (${aTime}, 9) order by p.created_at desc, p.id desc limit 21`,
    dialect === "sqlite" ? "playlists_newest_index (is_public=? AND created_at<?)" : "ROW(created_at, id)",
  ],
  [
    "a member's public playlists",
    sql`select * from playlists where user_id = 'x' and (is_public = ${isTrue} or user_id = '') order by created_at desc, id desc limit 21`,
    "playlists_user_index",
  ],
  ["how many playlists a member has", sql`select count(*) from playlists where user_id = 'x'`, "playlists_"],
  [
    "the playlists that a member follows",
    sql`select * from playlist_follows f join playlists p on p.id = f.playlist_id join users u on u.id = p.user_id where f.user_id = 'x' and p.is_public = ${isTrue} and u.state = 'approved' order by f.created_at desc, f.playlist_id desc limit 21`,
    "playlist_follows_newest_index",
  ],
  [
    "a page deep in the playlists that a member follows",
    sql`select * from playlist_follows f join playlists p on p.id = f.playlist_id join users u on u.id = p.user_id where f.user_id = 'x' and p.is_public = ${isTrue} and u.state = 'approved' and (f.created_at, f.playlist_id) < (${aTime}, 9) order by f.created_at desc, f.playlist_id desc limit 21`,
    dialect === "sqlite"
      ? "playlist_follows_newest_index (user_id=? AND (created_at,playlist_id)<(?,?))"
      : "ROW(created_at, playlist_id)",
  ],
  [
    "whether one follows a playlist",
    sql`select user_id from playlist_follows where user_id = 'x' and playlist_id = 1`,
    "playlist_follows",
  ],
  [
    "who follows a playlist that is deleted",
    sql`delete from playlist_follows where playlist_id = 1`,
    "playlist_follows_playlist_index",
  ],
  [
    "a playlist by its slug alone",
    sql`select * from playlists p join users u on u.id = p.user_id where p.public_slug = 'x' and ((p.is_public = ${isTrue} and u.state = 'approved') or (p.user_id = 'y' and u.state = 'approved')) order by p.created_at, p.id limit 1`,
    "playlists_slug_index",
  ],
  [
    "a playlist by its slug alone, for a visitor",
    sql`select * from playlists p join users u on u.id = p.user_id where p.public_slug = 'x' and ((p.is_public = ${isTrue} and u.state = 'approved') or (p.user_id = '' and u.state = 'approved')) order by p.created_at, p.id limit 1`,
    "playlists_slug_index",
  ],
  [
    "a member's playlist by its slug",
    sql`select * from playlists p join users u on u.id = p.user_id where p.public_slug = 'x' and p.user_id = 'y' and p.is_public = ${isTrue} and u.state = 'approved' order by p.created_at, p.id limit 1`,
    dialect === "sqlite" ? "playlists_slug_" : "playlists_",
  ],
  [
    "the slugs of a member's playlists",
    sql`select public_slug from playlists where user_id = 'x' and public_slug is not null and id <> 1`,
    "playlists_",
  ],
  [
    "a map of playlists for search engines",
    sql`select p.id, exists (select i.id from playlist_items i where i.playlist_id = p.id) from playlists p join users u on u.id = p.user_id where p.id > 1000 and p.id <= 2000 order by p.id`,
    dialect === "sqlite" ? "INTEGER PRIMARY KEY (rowid>? AND rowid<?)" : "playlists_pkey",
  ],
  ["the last playlist", sql`select max(id) from playlists`, "playlists"],
  [
    "whether a track is in a member's playlist",
    sql`select i.id from playlists p join playlist_items i on i.playlist_id = p.id and i.track_id = 1 where p.user_id = 'x' limit 1`,
    "playlist_items_",
  ],
  [
    "the end of a playlist",
    sql`select count(*), max(position) from playlist_items where playlist_id = 1`,
    "playlist_items_",
  ],
  [
    "the first tracks of a member, for a feed's cover",
    sql`select id from tracks where user_id = 'x' and (is_visible = ${isTrue} or user_id = '') order by uploaded_at, id limit 4`,
    "tracks_user_index",
  ],
  [
    "the first labels of tracks",
    sql`select l.name from track_labels tl join labels l on l.id = tl.label_id where tl.track_id in (1, 2, 3) and tl.position = 0`,
    "track_labels",
  ],
  [
    "a feed's episodes",
    sql`select t.id, r.bytes, substr(t.script, 1, 1200) from tracks t join renditions r on r.track_id = t.id and r.kbps = 64 where t.id in (1, 2, 3)`,
    "renditions",
  ],
  ["a track's files", sql`select storage_key from renditions where track_id = 1`, "renditions"],
  ["a published task", sql`select id from tracks where task_id = 'x'`, "tracks_task_unique"],
  [
    "a member's latest likes",
    sql`select l.track_id from likes l join tracks t on t.id = l.track_id join users u on u.id = t.user_id where l.user_id = 'x' and (t.is_visible = ${isTrue} or t.user_id = 'x') and u.state = 'approved' order by l.created_at desc, l.track_id desc limit 21`,
    "likes_newest_index",
  ],
  [
    "a page deep in a member's likes",
    sql`select l.track_id from likes l join tracks t on t.id = l.track_id join users u on u.id = t.user_id where l.user_id = 'x' and (t.is_visible = ${isTrue} or t.user_id = 'x') and u.state = 'approved' and (l.created_at, l.track_id) < (${dialect === "sqlite" ? sql`1` : sql`now()`}, 9) order by l.created_at desc, l.track_id desc limit 21`,
    dialect === "sqlite"
      ? "likes_newest_index (user_id=? AND (created_at,track_id)<(?,?))"
      : "ROW(created_at, track_id)",
  ],
  [
    "what a member has listened to",
    sql`select h.track_id from listening_history h join tracks t on t.id = h.track_id join users u on u.id = t.user_id where h.user_id = 'x' and (t.is_visible = ${isTrue} or t.user_id = 'x') and u.state = 'approved' order by h.listened_at desc, h.track_id desc limit 21`,
    "listening_history_newest_index",
  ],
  [
    "a page deep in what a member has listened to",
    sql`select h.track_id from listening_history h join tracks t on t.id = h.track_id join users u on u.id = t.user_id where h.user_id = 'x' and (t.is_visible = ${isTrue} or t.user_id = 'x') and u.state = 'approved' and (h.listened_at, h.track_id) < (${dialect === "sqlite" ? sql`1` : sql`now()`}, 9) order by h.listened_at desc, h.track_id desc limit 21`,
    dialect === "sqlite"
      ? "listening_history_newest_index (user_id=? AND (listened_at,track_id)<(?,?))"
      : "ROW(listened_at, track_id)",
  ],
  [
    "forgetting a track of the history",
    sql`delete from listening_history where user_id = 'x' and track_id = 1`,
    "listening_history",
  ],
  ["forgetting the history", sql`delete from listening_history where user_id = 'x'`, "listening_history"],
  [
    "who listened to a track that is deleted",
    sql`delete from listening_history where track_id = 1`,
    "listening_history_track_index",
  ],
  [
    "what counting needs of a track",
    sql`select t.user_id from tracks t join users u on u.id = t.user_id where t.id = 1 and u.state = 'approved'`,
    dialect === "sqlite" ? "SEARCH t USING INTEGER PRIMARY KEY" : "using tracks_",
  ],
  ["adding to counts", sql`update tracks set play_count = play_count + 2 where id in (1, 2, 3)`, "tracks"],
  [
    "until when a history was forgotten",
    sql`select counted_at from count_marks where kind = 'forgotten' and listener in ('x', 'y') and track_id in (0, 1, 2)`,
    "count_marks",
  ],
  [
    "the oldest marks",
    sql`select listener, track_id, kind from count_marks where counted_at <= ${dialect === "sqlite" ? sql`1` : sql`now()`} order by counted_at limit 1000`,
    "count_marks_counted_index",
  ],
  [
    "which of a page's tracks a member likes",
    sql`select track_id from likes where user_id = 'x' and track_id in (1, 2, 3)`,
    "likes",
  ],
  [
    "a category's newest tracks",
    sql`select l.track_id from track_labels l join tracks t on t.id = l.track_id join users u on u.id = t.user_id where l.label_id = 1 and l.track_id < 9 and t.is_visible = ${isTrue} and u.state = 'approved' order by l.track_id desc limit 21`,
    "track_labels_label_index",
  ],
  [
    "the most used categories",
    sql`select name from labels order by usage_count desc, id desc limit 10`,
    "labels_usage_index",
  ],
  [
    "categories by their beginning",
    sql`select name from ${labels} where ${startsWith(labels.folded, "らじ")}`,
    "labels_folded_index",
  ],
  [
    "recommended tracks of a class",
    topOfClass(sql`7`, 20, sql`${users.state} = 'approved'`),
    "tracks_recommended_index",
  ],
  [
    "whether a member may be told of another's act",
    sql`select id from users where id = 'x' and state = 'approved' and provider <> 'house' and exists (select a.id from users a where a.id = 'y' and a.state = 'approved')`,
    dialect === "sqlite" ? "sqlite_autoindex_users_1" : "using users_",
  ],
  [
    "whether a member has devices",
    sql`select 1 from push_subscriptions where user_id = 'x'`,
    "push_subscriptions_user_index",
  ],
  [
    "push messages that are due",
    sql`select subscription_id, bundle from push_deliveries where due_at <= ${aTime} and version > sent_version order by due_at limit 1000`,
    "push_deliveries_due_index",
  ],
  [
    "taking a notification back",
    sql`delete from notifications where user_id = 'x' and cause = 'like 1 y' and is_read = ${dialect === "sqlite" ? sql`0` : sql`false`}`,
    // Postgres takes any of the member's indexes of an empty table.
    dialect === "sqlite" ? "notifications_cause_unique (user_id=? AND cause=?)" : "using notifications_",
  ],
  [
    "what is told of a track",
    sql`select id from notifications where track_id = 1`,
    "notifications_track_index",
  ],
  [
    "what is told of a playlist",
    sql`select id from notifications where playlist_id = 1`,
    "notifications_playlist_index",
  ],
  [
    "what is told of an account",
    sql`select id from notifications where actor_id = 'x'`,
    "notifications_actor_index",
  ],
  [
    "the oldest notifications",
    sql`select id from notifications where created_at <= ${aTime} order by created_at limit 1000`,
    "notifications_created_index",
  ],
  [
    "who posted the tracks of a batch",
    sql`select user_id from tracks where id in (1, 2, 3)`,
    dialect === "sqlite" ? "INTEGER PRIMARY KEY" : "tracks_",
  ],
  [
    "whether a member likes a track",
    sql`select l.user_id from tracks t join users u on u.id = t.user_id left join likes l on l.user_id = 'x' and l.track_id = t.id where t.id = 1 and (t.is_visible = ${isTrue} or t.user_id = 'x') and u.state = 'approved'`,
    "likes",
  ],
  [
    "the number of unread notifications",
    sql`select n.id from notifications n left join users u on u.id = n.actor_id where n.user_id = 'x' and n.is_read = ${isFalse} and (n.actor_id is null or u.state = 'approved') limit 100`,
    // Postgres takes any index of an empty table.
    dialect === "sqlite"
      ? "notifications_unread_index (user_id=? AND is_read=?)"
      : "Index Scan using notifications_",
  ],
  [
    "a page of notifications",
    sql`select n.id from notifications n left join users u on u.id = n.actor_id left join tracks t on t.id = n.track_id left join playlists p on (p.id = n.playlist_id and p.is_public = ${isTrue}) where n.user_id = 'x' and (n.actor_id is null or u.state = 'approved') and not exists (select newer.id from notifications newer left join users a on a.id = newer.actor_id where newer.user_id = 'x' and newer.bundle = n.bundle and newer.id > n.id and (newer.actor_id is null or a.state = 'approved')) and n.id < 9 order by n.id desc limit 21`,
    "notifications_newest_index",
  ],
])("%s is found by an index", async (_name, statement, index) => {
  const plan = await planOf(statement);
  expect(plan).toContain(index);
  expect(plan).not.toMatch(/Seq Scan|SCAN (?!.*USING)/);
  // Reading in the index's order: nothing is sorted.
  expect(plan).not.toMatch(/USE TEMP B-TREE|"Sort/);
});

const ties = sql`select following_id from follows where follower_id = 'x' union all select follower_id from follows where following_id = 'x' union all select id from users where id = 'x' or invited_by_id = 'x' union all select invited_by_id from users where id = 'x' and invited_by_id is not null`;

// Sorted on purpose: what is held, is held in the order of ids.
test.each([
  ["an account with its ties", sql`select id from users where id in (${ties}) order by id`],
  [
    "counting an account in or out",
    sql`update users set follower_count = follower_count + 1 where id in (select following_id from follows where follower_id = 'x')`,
  ],
  [
    "tracks that an account's deletion touches",
    sql`select id from tracks where id in (select id from tracks where user_id = 'x' union all select track_id from likes where user_id = 'x') order by id`,
  ],
  [
    "a preview with its maker's scripts",
    sql`select * from audio_tasks where user_id = 'x' and (preview_filename = 'y' or kind = 'script') order by id`,
  ],
  [
    "tracks of playlist covers",
    sql`select i.playlist_id, i.track_id from playlist_items i join tracks t on t.id = i.track_id join users u on u.id = t.user_id where i.playlist_id in (1, 2, 3) and i.position <= 12 and t.is_visible = ${isTrue} and u.state = 'approved' order by i.playlist_id, i.position, i.id`,
  ],
  [
    "a page of a playlist",
    sql`select i.id, i.position, i.track_id from playlist_items i join tracks t on t.id = i.track_id join users u on u.id = t.user_id where i.playlist_id = 1 and t.is_visible = ${isTrue} and u.state = 'approved' and (i.position, i.id) > (50, 9) order by i.position, i.id limit 51`,
  ],
  [
    "closing up orders",
    sql`select id, row_number() over (partition by playlist_id order by position, id) from playlist_items where playlist_id in (1, 2, 3)`,
  ],
  [
    "tracks that a playlist's deletion touches",
    sql`select id from tracks where id in (select i.track_id from playlist_items i join playlists p on p.id = i.playlist_id where i.playlist_id = 1 and p.user_id = 'x' and not exists (select e.id from playlist_items e join playlists o on o.id = e.playlist_id where e.track_id = i.track_id and o.user_id = 'x' and o.id <> 1)) order by id`,
  ],
  [
    "counting an account in or out at playlists",
    sql`update playlists set follower_count = follower_count + 1 where id in (select playlist_id from playlist_follows where user_id = 'x')`,
  ],
  [
    "who acts and who is told, in their order",
    sql`select id from users where id in ('x', (select user_id from tracks where id = 1)) order by id`,
  ],
  [
    "an account's notifications that go with it, in their order",
    sql`delete from notifications where id in (select id from notifications where user_id = 'x' or actor_id = 'x' order by id)`,
  ],
  [
    "taking everything away that is told of an account",
    sql`delete from notifications where id in (select id from notifications where actor_id = 'x' order by id)`,
  ],
  [
    "sweeping notifications",
    sql`delete from notifications where created_at <= ${aTime} and id in (select id from notifications where created_at <= ${aTime} order by created_at limit 1000)`,
  ],
  [
    "sweeping marks",
    sql`delete from count_marks where counted_at <= ${dialect === "sqlite" ? sql`1` : sql`now()`} and (listener, track_id, kind) in (select listener, track_id, kind from count_marks where counted_at <= ${dialect === "sqlite" ? sql`1` : sql`now()`} order by counted_at limit 1000)`,
  ],
  [
    "sweeping push messages that were sent",
    sql`delete from push_deliveries where due_at <= ${aTime} and version = sent_version and (subscription_id, bundle) in (select subscription_id, bundle from push_deliveries where due_at <= ${aTime} and version = sent_version order by due_at limit 1000)`,
  ],
  [
    "how much there is of each bundle",
    sql`select bundle, count(*) from notifications n left join users u on u.id = n.actor_id where n.user_id = 'x' and n.bundle in ('a', 'b') and (n.actor_id is null or u.state = 'approved') group by bundle`,
  ],
  [
    "what of a bundle is unread",
    sql`select id from notifications where user_id = 'x' and is_read = ${isFalse} and bundle = 'a' and id <= 9 order by id`,
  ],
])("%s: no table is read whole", async (_name, statement) => {
  expect(await planOf(statement)).not.toMatch(
    /Seq Scan|SCAN (tracks|users|follows|likes|audio_tasks|count_marks|notifications|push_deliveries|playlists|playlist_items|playlist_follows|[a-z])\b(?! USING)/,
  );
});

// Postgres decides by what is in the tables, which are empty here.
test.runIf(dialect === "sqlite")("those who are tied to an account are read one by one", async () => {
  const plan = await planOf(sql`select id from users where id < 'x' and id in (${ties}) order by id`);
  expect(plan).not.toContain("(id<?)");
});

test("tracks that may contain words are found by the index of grams, without reading tracks", async () => {
  const plan = await planOf(selectCandidates(["らじお", "夜"], { from: 2, beforeId: 9 }, 5).getSQL());
  expect(plan).toContain(dialect === "sqlite" ? "track_grams VIRTUAL TABLE INDEX" : "track_grams_index");
  expect(plan).not.toMatch(/Seq Scan|SCAN tracks|USE TEMP B-TREE/);
});
