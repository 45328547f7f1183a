import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { type CoverTrack, maxCoverTracks } from "#app/features/covers/playlist-cover.ts";
import { decodeCursor, encodeCursor } from "#app/lib/cursor.ts";
import { db } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";
import type { Track } from "../track.ts";
import type { TrackOrder } from "../tracks.schema.ts";
import { findFirstLabels, selectTracks, withLabels } from "./select-tracks.server.ts";
import { isMarkedVisible, isPublic, visibleTo } from "./track-visibility.server.ts";

/** A page of a list of tracks. */
export interface TrackPage {
  tracks: Track[];
  /** Cursor of the next page, null on the last. */
  next: string | null;
}

interface PageOptions {
  /** 1–100. */
  limit: number;
  cursor?: string | undefined;
  /** Newest first by default. A cursor belongs to the order in which it was given. */
  order?: TrackOrder | undefined;
}

/** A page of public tracks. */
export function listTracks(options: PageOptions): Promise<TrackPage> {
  return page(options, isPublic);
}

/** A page of one member's tracks; hidden ones only for the member. */
export function listTracksOf(
  options: PageOptions & { userId: string; viewer: { id: string } | null },
): Promise<TrackPage> {
  return page(options, eq(tracks.userId, options.userId), visibleTo(options.viewer));
}

async function page(options: PageOptions, ...conditions: (SQL | undefined)[]): Promise<TrackPage> {
  const { limit } = options;
  const [by, isAfter] = options.order === "oldest" ? [asc, sql`>`] : [desc, sql`<`];
  const cursor = options.cursor ? decodeCursor(options.cursor) : null;
  // Compared as a pair, so that both databases seek in the index instead of scanning up to the cursor.
  const after = cursor
    ? sql`(${tracks.uploadedAt}, ${tracks.id}) ${isAfter} (${sql.param(cursor.at, tracks.uploadedAt)}, ${cursor.id})`
    : undefined;
  const found = await selectTracks()
    .where(and(...conditions, after))
    .orderBy(by(tracks.uploadedAt), by(tracks.id))
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
