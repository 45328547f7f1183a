import { createHash } from "node:crypto";
import { authorCount } from "./generate-tracks.ts";

export const memberToken = "bench-member-session";
/** Above the authors' playlists. */
export const memberPlaylist = 1_000_000;

/** Filled besides `users`, `sessions` and `playlists`; the filler drops their indexes meanwhile. */
export const memberTables = [
  "likes",
  "listening_history",
  "notifications",
  "follows",
  "playlist_items",
  "transcript_cues",
  "renditions",
] as const;

const dayMs = 24 * 60 * 60 * 1000;
/** Liked, heard and in the member's playlist, spread over all. */
const memberTracks = 500;
const followed = 50;

/**
 * SQL for both databases: what members leave around `count` tracks. Each track gets two cues, a rendition, and by others a
 * like, a listener, a notification and a place in a playlist. One member (`memberToken`) has a few hundred of each and follows
 * fifty people. `at`: SQL of a time in ms.
 */
export function memberRows(o: { count: number; now: number; at: (ms: number) => string }): string[] {
  const authors = authorCount(o.count);
  const now = o.at(o.now);
  const session = createHash("sha256").update(memberToken).digest("base64url");
  const fan = `'bench-' || (id * 7 % ${authors})`;
  const own = `from tracks where id % ${Math.max(1, Math.floor(o.count / memberTracks))} = 0`;
  const index = "cast(substr(id, 7) as integer)";
  return [
    `insert into users (id, provider, subject, name, email, following_count, created_at, updated_at)
     values ('member', 'local', 'member', '聴く人', 'member@example.com', ${Math.min(followed, authors)}, ${now}, ${now})`,
    `insert into sessions (id, user_id, created_at, last_active_at, expires_at)
     values ('${session}', 'member', ${now}, ${now}, ${o.at(o.now + 30 * dayMs)})`,
    `insert into transcript_cues (track_id, position, speaker, text, start_ms, end_ms)
     select id, 0, 'A', title, 0, 4000 from tracks`,
    `insert into transcript_cues (track_id, position, speaker, text, start_ms, end_ms)
     select id, 1, 'B', script, 4000, duration_ms from tracks`,
    `insert into renditions (track_id, kbps, storage_key, bytes, sha256, created_at)
     select id, 64, 'audio/' || id || '/64.mp3', duration_ms * 8, '', uploaded_at from tracks`,
    ...[
      "likes (user_id, track_id, created_at)",
      "listening_history (user_id, track_id, listened_at)",
    ].flatMap((into) => [
      `insert into ${into} select ${fan}, id, uploaded_at from tracks`,
      `insert into ${into} select 'member', id, uploaded_at ${own}`,
    ]),
    ...[
      { to: "user_id", actor: fan, some: "from tracks" },
      { to: "'member'", actor: "user_id", some: own },
    ].map(
      ({ to, actor, some }) =>
        `insert into notifications (user_id, type, actor_id, track_id, cause, bundle, is_read, created_at)
         select ${to}, 'like', ${actor}, id, 'like ' || id, 'like ' || id, id % 9 <> 0, uploaded_at ${some}`,
    ),
    ...[1, 2, 3].map(
      (step) =>
        `insert into follows (follower_id, following_id, created_at)
         select id, 'bench-' || ((${index} + ${step}) % ${authors}), created_at from users where id like 'bench-%'`,
    ),
    `insert into follows (follower_id, following_id, created_at)
     select 'member', id, created_at from users where id like 'bench-%' and ${index} < ${followed}`,
    `insert into playlists (id, user_id, name, category, is_public, public_slug, created_at, updated_at)
     select ${index} + 1, id, name, '', true, 'list', created_at, updated_at from users where id like 'bench-%'`,
    `insert into playlists (id, user_id, name, category, is_public, public_slug, created_at, updated_at)
     values (${memberPlaylist}, 'member', '夜の音', '', true, 'list', ${now}, ${now})`,
    `insert into playlist_items (playlist_id, track_id, position)
     select id % ${authors} + 1, id, (id - 1) / ${authors} + 1 from tracks`,
    `insert into playlist_items (playlist_id, track_id, position)
     select ${memberPlaylist}, id, row_number() over (order by id) ${own}`,
  ];
}
