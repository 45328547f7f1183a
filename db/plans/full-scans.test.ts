import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { withDatabase } from "#test/database.ts";
import { analyzeTables, isFalse, isTrue, planOf, someTime } from "#test/databases/query-plan.ts";
import { dialect } from "../columns.ts";
import { selectCandidates } from "../search/search-track-ids.ts";

withDatabase();
analyzeTables();

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
    sql`delete from notifications where created_at <= ${someTime} and id in (select id from notifications where created_at <= ${someTime} order by created_at limit 1000)`,
  ],
  [
    "sweeping marks",
    sql`delete from count_marks where counted_at <= ${dialect === "sqlite" ? sql`1` : sql`now()`} and (listener, track_id, kind) in (select listener, track_id, kind from count_marks where counted_at <= ${dialect === "sqlite" ? sql`1` : sql`now()`} order by counted_at limit 1000)`,
  ],
  [
    "sweeping push messages that were sent",
    sql`delete from push_deliveries where due_at <= ${someTime} and version = sent_version and (subscription_id, bundle) in (select subscription_id, bundle from push_deliveries where due_at <= ${someTime} and version = sent_version order by due_at limit 1000)`,
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

test.each([
  ["text", "track_grams"],
  ["title", "track_title_grams"],
] as const)(
  "tracks whose %s may contain words are found by its index of grams, without reading tracks",
  async (field, index) => {
    const words = ["らじお", "夜"];
    const plan = await planOf(selectCandidates({ words, field }, { from: 2, beforeId: 9 }, 5).getSQL());
    expect(plan).toContain(dialect === "sqlite" ? `${index} VIRTUAL TABLE INDEX` : `${index}_index`);
    expect(plan).not.toMatch(/Seq Scan|SCAN tracks|USE TEMP B-TREE/);
  },
);
