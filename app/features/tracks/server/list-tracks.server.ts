import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { readCursor, writeCursor } from "#app/lib/cursor.ts";
import { tracks } from "#db/schema/index.ts";
import type { Track } from "../track.ts";
import { selectTracks, withLabels } from "./select-tracks.server.ts";
import { isPublic, visibleTo } from "./visible-to.server.ts";

export interface TrackPage {
  tracks: Track[];
  /** Cursor of the next page, null on the last. */
  next: string | null;
}

/** Public tracks, newest first, a page at a time. `limit` 1–100. */
export function listTracks(options: { limit: number; cursor?: string | undefined }): Promise<TrackPage> {
  return page(options, isPublic);
}

/** Tracks of one member, newest first; hidden ones only for the member. */
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
  const cursor = options.cursor ? readCursor(options.cursor) : null;
  // Compared as a pair, so that both databases enter the index at the cursor however deep it lies.
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
    next: found.length > limit && last ? writeCursor({ at: last.uploadedAt, id: last.id }) : null,
  };
}
