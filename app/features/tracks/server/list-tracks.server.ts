import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { type CoverTrack, maxCoverTracks } from "#app/features/covers/playlist-cover.ts";
import { decodeCursor, encodeCursor } from "#app/lib/cursor.ts";
import { db } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";
import type { Track } from "../track.ts";
import { findFirstLabels, selectTracks, withLabels } from "./select-tracks.server.ts";
import { isMarkedVisible, isPublic, visibleTo } from "./track-visibility.server.ts";

/** A page of a list of tracks. */
export interface TrackPage {
  tracks: Track[];
  /** Cursor of the next page, null on the last. */
  next: string | null;
}

/** A page of public tracks, newest first. `limit` 1–100. */
export function listTracks(options: { limit: number; cursor?: string | undefined }): Promise<TrackPage> {
  return page(options, isPublic);
}

/** A page of one member's tracks, newest first; hidden ones only for the member. `limit` 1–100. */
export function listTracksOf(options: {
  userId: string;
  viewer: { id: string } | null;
  limit: number;
  cursor?: string | undefined;
}): Promise<TrackPage> {
  return page(options, eq(tracks.userId, options.userId), visibleTo(options.viewer));
}

async function page(
  options: { limit: number; cursor?: string | undefined },
  ...conditions: (SQL | undefined)[]
): Promise<TrackPage> {
  const { limit } = options;
  const cursor = options.cursor ? decodeCursor(options.cursor) : null;
  // Compared as a pair, so that both databases seek in the index instead of scanning up to the cursor.
  const after = cursor
    ? sql`(${tracks.uploadedAt}, ${tracks.id}) < (${sql.param(cursor.at, tracks.uploadedAt)}, ${cursor.id})`
    : undefined;
  const found = await selectTracks()
    .where(and(...conditions, after))
    .orderBy(desc(tracks.uploadedAt), desc(tracks.id))
    .limit(limit + 1);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    tracks: await withLabels(shown),
    next: found.length > limit && last ? encodeCursor({ at: last.uploadedAt, id: last.id }) : null,
  };
}

/**
 * A member's oldest public tracks, from which the cover of their feed is drawn: it does not change when they publish
 * more. The caller checks that the member is visible.
 */
export async function listCoverTracksOf({ userId }: { userId: string }): Promise<CoverTrack[]> {
  const found = await db
    .select({ id: tracks.id })
    .from(tracks)
    .where(and(eq(tracks.userId, userId), isMarkedVisible))
    .orderBy(asc(tracks.uploadedAt), asc(tracks.id))
    .limit(maxCoverTracks);
  const labels = await findFirstLabels(found.map(({ id }) => id));
  return found.map(({ id }) => ({ id, label: labels.get(id) ?? null }));
}
