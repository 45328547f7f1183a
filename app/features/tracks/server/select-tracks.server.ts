import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { type Db, db } from "#db/client.ts";
import { dialect } from "#db/columns.ts";
import { labels, trackLabels, tracks, users } from "#db/schema/index.ts";
import type { Track } from "../track.ts";

const columns = {
  id: tracks.id,
  title: tracks.title,
  filename: tracks.filename,
  durationMs: tracks.durationMs,
  playCount: tracks.playCount,
  likeCount: tracks.likeCount,
  impressionCount: tracks.impressionCount,
  bookmarkCount: tracks.bookmarkCount,
  isVisible: tracks.isVisible,
  isPremiumOnly: tracks.isPremiumOnly,
  uploadedAt: tracks.uploadedAt,
  userId: tracks.userId,
  posterName: users.name,
  posterPicture: users.picture,
  posterCustomUserId: users.customUserId,
};

/**
 * With many members SQLite's planner iterates over the members and sorts their tracks instead of reading the tracks in
 * index order. The unary plus keeps it from looking tracks up by the joined poster.
 */
const posterId = dialect === "sqlite" ? sql`+${tracks.userId}` : tracks.userId;

/** The start of every query for `Track`s: filter, order and limit it, then call `withLabels` with the same handle. */
export const selectTracks = (on: Db = db) =>
  on.select(columns).from(tracks).innerJoin(users, eq(users.id, posterId));

/** The tracks with these ids, in no fixed order. */
export const selectTracksById = (ids: number[]) => selectTracks().where(inArray(tracks.id, ids));

/** Adds each track's labels, in their order, with one query. */
export async function withLabels(found: Omit<Track, "labels">[], on: Db = db): Promise<Track[]> {
  if (found.length === 0) return [];
  const rows = await on
    .select({ trackId: trackLabels.trackId, name: labels.name })
    .from(trackLabels)
    .innerJoin(labels, eq(labels.id, trackLabels.labelId))
    .where(
      inArray(
        trackLabels.trackId,
        found.map(({ id }) => id),
      ),
    )
    .orderBy(asc(trackLabels.trackId), asc(trackLabels.position));
  const names = Map.groupBy(rows, (row) => row.trackId);
  return found.map((track) => ({ ...track, labels: (names.get(track.id) ?? []).map(({ name }) => name) }));
}

/** The first label of each of these tracks (it decides a cover's colours); tracks without labels are not in the map. */
export async function findFirstLabels(trackIds: readonly number[]): Promise<Map<number, string>> {
  if (trackIds.length === 0) return new Map();
  const rows = await db
    .select({ trackId: trackLabels.trackId, name: labels.name })
    .from(trackLabels)
    .innerJoin(labels, eq(labels.id, trackLabels.labelId))
    .where(and(inArray(trackLabels.trackId, [...new Set(trackIds)]), eq(trackLabels.position, 0)));
  return new Map(rows.map(({ trackId, name }) => [trackId, name]));
}
