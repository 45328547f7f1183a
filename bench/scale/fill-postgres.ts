import pg from "pg";
import { foldText } from "#db/search/text.ts";
import {
  authorCount,
  authorId,
  authorName,
  type GeneratedTrack,
  generateTracks,
  labelNames,
  memberRows,
  memberTables,
} from "./generate-tracks.ts";

const rowsAtOnce = 5000;

/**
 * Writes `count` tracks into a migrated Postgres database, as a superuser: without triggers, and with indexes rebuilt
 * afterwards. Writes what triggers keep, so the result equals single inserts.
 */
export async function fillPostgres(o: { url: string; count: number; now: number }): Promise<void> {
  const client = new pg.Client({ connectionString: o.url });
  await client.connect();
  try {
    await client.query("set session_replication_role = replica");
    await client.query("set maintenance_work_mem = '1GB'");
    await client.query("set synchronous_commit = off");
    const { rows: kept } = await client.query<{ name: string; definition: string }>(
      `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
       join pg_class c on c.oid = i.indexrelid
       where i.indrelid in (select to_regclass(name) from unnest($1::text[]) as name)
       and not exists (select 1 from pg_constraint where conindid = i.indexrelid)`,
      [["tracks", "track_labels", "track_grams", ...memberTables]],
    );
    for (const { name } of kept) await client.query(`drop index "${name}"`);
    await insertRows(client, o);
    for (const sql of memberRows({ ...o, at: (ms) => `to_timestamp(${ms / 1000})` })) await client.query(sql);
    if ((await client.query("select to_regclass('track_grams') as it")).rows[0]?.it)
      await client.query(
        "insert into track_grams (track_id, search_text) select id, search_text from tracks order by id",
      );
    await client.query(
      "update labels set usage_count = (select count(*) from track_labels where label_id = labels.id)",
    );
    for (const { definition } of kept) await client.query(definition);
    await client.query(
      "select setval(pg_get_serial_sequence(name, 'id'), 10000000) from unnest(array['tracks', 'labels', 'playlists']) as name",
    );
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}

async function insertRows(client: pg.Client, { count, now }: { count: number; now: number }): Promise<void> {
  const at = new Date(now);
  const authors = Array.from({ length: authorCount(count) }, (_, author) => author);
  await client.query(
    "insert into users (id, provider, subject, name, email, created_at, updated_at) select id, 'local', id, name, id, $3, $3 from unnest($1::text[], $2::text[]) as t(id, name)",
    [authors.map(authorId), authors.map(authorName), at],
  );
  await client.query(
    "insert into member_search (user_id, search_text) select id, fold_text(name || E'\\n' || coalesce(custom_user_id, '')) from users on conflict do nothing",
  );
  await client.query(
    "insert into labels (id, name, folded) select id, name, folded from unnest($1::int[], $2::text[], $3::text[]) as t(id, name, folded)",
    [labelNames.map((_, index) => index + 1), labelNames, labelNames.map(foldText)],
  );
  let some: GeneratedTrack[] = [];
  for (const track of generateTracks(count, now)) {
    some.push(track);
    if (some.length < rowsAtOnce) continue;
    await insertTracks(client, some);
    some = [];
  }
  if (some.length > 0) await insertTracks(client, some);
}

async function insertTracks(client: pg.Client, some: readonly GeneratedTrack[]): Promise<void> {
  await client.query(
    `insert into tracks (id, user_id, title, script, filename, duration_ms, play_count, like_count, impression_count, is_visible, search_text, uploaded_at)
     select id, user_id, title, script, id || '.mp3', ms, plays, likes, impressions, visible, search_text, uploaded_at
     from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::int[], $6::int[], $7::int[], $8::int[], $9::bool[], $10::text[], $11::timestamptz[])
     as t(id, user_id, title, script, ms, plays, likes, impressions, visible, search_text, uploaded_at)`,
    [
      some.map((track) => track.id),
      some.map((track) => authorId(track.author)),
      some.map((track) => track.title),
      some.map((track) => track.script),
      some.map((track) => track.durationMs),
      some.map((track) => track.playCount),
      some.map((track) => track.likeCount),
      some.map((track) => track.impressionCount),
      some.map((track) => track.isVisible),
      some.map((track) => track.searchText),
      some.map((track) => new Date(track.uploadedAt)),
    ],
  );
  const labelled = some.flatMap((track) =>
    track.labels.map((label, position) => ({ track: track.id, label: label + 1, position })),
  );
  await client.query(
    "insert into track_labels (track_id, label_id, position) select * from unnest($1::int[], $2::int[], $3::int[])",
    [
      labelled.map(({ track }) => track),
      labelled.map(({ label }) => label),
      labelled.map(({ position }) => position),
    ],
  );
}
