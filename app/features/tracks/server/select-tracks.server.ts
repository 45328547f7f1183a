import { and, asc, eq, sql } from "drizzle-orm";
import { coverVariantStep } from "#app/features/covers/cover.ts";
import { type Db, db } from "#db/client.ts";
import { dialect } from "#db/columns.ts";
import { isOneOf, prepared, type ValuesOf } from "#db/prepared.ts";
import { labels, trackLabels, tracks, users } from "#db/schema/index.ts";
import type { Track } from "../track.ts";

/** Without labels; the author is joined. */
export const trackColumns = {
  id: tracks.id,
  coverId:
    sql`coalesce(${tracks.coverSeed}, ${tracks.id}) + ${tracks.coverVariant} * ${sql.raw(`${coverVariantStep}`)}`.mapWith(
      Number,
    ),
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
  speechCredit: tracks.speechCredit,
  isRecording: tracks.isRecording,
  userId: tracks.userId,
  posterName: users.name,
  posterPicture: users.picture,
  posterCustomUserId: users.customUserId,
};

/**
 * With many members SQLite's planner would iterate over members and sort their tracks. The unary plus keeps it from looking
 * tracks up by author, so that it reads them in index order.
 */
const posterId = dialect === "sqlite" ? sql`+${tracks.userId}` : tracks.userId;

/** Starts every query for `Track`s: filter, order, limit, then call `withLabels` with the same handle. */
export const selectTracks = (on: Db = db) =>
  on.select(trackColumns).from(tracks).innerJoin(users, eq(users.id, posterId));

const selectListed = prepared((on, value: ValuesOf<{ ids: number[] }>) =>
  selectTracks(on).where(isOneOf(tracks.id, value("ids"))),
);

/** These tracks in their order; without missing ones. */
export async function findTracksById(ids: readonly number[]): Promise<Track[]> {
  if (ids.length === 0) return [];
  const found = await withLabels(await selectListed(db, { ids: [...ids] }));
  const byId = new Map(found.map((track) => [track.id, track]));
  return ids.map((id) => byId.get(id)).filter((track) => track !== undefined);
}

const selectLabels = prepared((on, value: ValuesOf<{ trackIds: number[] }>) =>
  on
    .select({ trackId: trackLabels.trackId, name: labels.name })
    .from(trackLabels)
    .innerJoin(labels, eq(labels.id, trackLabels.labelId))
    .where(isOneOf(trackLabels.trackId, value("trackIds")))
    .orderBy(asc(trackLabels.trackId), asc(trackLabels.position)),
);

/** Adds labels, in order, with one query. */
export async function withLabels<Found extends Omit<Track, "labels">>(
  found: readonly Found[],
  on: Db = db,
): Promise<(Found & { labels: string[] })[]> {
  if (found.length === 0) return [];
  const rows = await selectLabels(on, { trackIds: found.map(({ id }) => id) });
  const names = Map.groupBy(rows, (row) => row.trackId);
  return found.map((track) => ({ ...track, labels: (names.get(track.id) ?? []).map(({ name }) => name) }));
}

const selectFirstLabels = prepared((on, value: ValuesOf<{ trackIds: number[] }>) =>
  on
    .select({ trackId: trackLabels.trackId, name: labels.name })
    .from(trackLabels)
    .innerJoin(labels, eq(labels.id, trackLabels.labelId))
    .where(and(isOneOf(trackLabels.trackId, value("trackIds")), eq(trackLabels.position, 0))),
);

/** First labels, which decide covers' colours; tracks without labels are not in the map. */
export async function findFirstLabels(trackIds: readonly number[]): Promise<Map<number, string>> {
  if (trackIds.length === 0) return new Map();
  const rows = await selectFirstLabels(db, { trackIds: [...new Set(trackIds)] });
  return new Map(rows.map(({ trackId, name }) => [trackId, name]));
}
