import { sql } from "drizzle-orm";
import { test } from "vitest";
import { withDatabase } from "#test/database.ts";
import { analyzeTables, expectIndexUse, isFalse, isTrue, someTime } from "#test/databases/query-plan.ts";
import { dialect } from "../columns.ts";
import { labels, users } from "../schema/index.ts";
import { topOfClass } from "../search/recommended-tracks.ts";
import { startsWith } from "../search/text.ts";

withDatabase();
analyzeTables();

test.each([
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
    sql`select * from playlists p join users u on u.id = p.user_id where p.is_public = ${isTrue} and u.state = 'approved' and (p.created_at, p.id) < (${someTime}, 9) order by p.created_at desc, p.id desc limit 21`,
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
    sql`select * from playlist_follows f join playlists p on p.id = f.playlist_id join users u on u.id = p.user_id where f.user_id = 'x' and p.is_public = ${isTrue} and u.state = 'approved' and (f.created_at, f.playlist_id) < (${someTime}, 9) order by f.created_at desc, f.playlist_id desc limit 21`,
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
    sql`select subscription_id, bundle from push_deliveries where due_at <= ${someTime} and version > sent_version order by due_at limit 1000`,
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
    sql`select id from notifications where created_at <= ${someTime} order by created_at limit 1000`,
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
])("%s is found by an index", (_name, statement, index) => expectIndexUse(statement, index));
