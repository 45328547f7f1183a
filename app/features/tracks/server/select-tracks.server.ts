import { asc, eq, inArray, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
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
  uploadedAt: tracks.uploadedAt,
  userId: tracks.userId,
  posterName: users.name,
  posterPicture: users.picture,
  posterCustomUserId: users.customUserId,
};

/**
 * With many members SQLite would rather go through all of them and sort the newest tracks of each than read the tracks
 * in the order of their index: the plus keeps it from finding tracks by a joined poster.
 */
const posterId = dialect === "sqlite" ? sql`+${tracks.userId}` : tracks.userId;

/** The start of every query for tracks as lists show them; filter, order and limit it, then `withLabels`. */
export const selectTracks = () => db.select(columns).from(tracks).innerJoin(users, eq(users.id, posterId));

/** The tracks of these ids, in no order. */
export const selectTracksById = (ids: number[]) => selectTracks().where(inArray(tracks.id, ids));

/** Adds each track's labels, in their order, with one query. */
export async function withLabels(found: Omit<Track, "labels">[]): Promise<Track[]> {
  if (found.length === 0) return [];
  const rows = await db
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
