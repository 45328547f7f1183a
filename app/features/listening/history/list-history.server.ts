import { and, desc, eq, sql } from "drizzle-orm";
import { visibleTo } from "#app/features/access/track-visibility.server.ts";
import { findTracksById } from "#app/features/tracks/server/select-tracks.server.ts";
import { cutPage, decodeCursor } from "#app/lib/cursor.ts";
import { db } from "#db/client.ts";
import { listeningHistory, tracks, users } from "#db/schema/index.ts";
import type { HistoryEntry } from "./history.ts";

interface HistoryPage {
  entries: HistoryEntry[];
  next: string | null;
}

/** The member's history, latest first, without what others hid and authors who were denied. `limit` 1–100. */
export async function listHistory(options: {
  userId: string;
  limit: number;
  cursor?: string | undefined;
}): Promise<HistoryPage> {
  const { userId, limit } = options;
  const { listenedAt, trackId, positionMs } = listeningHistory;
  const cursor = options.cursor ? decodeCursor(options.cursor) : null;
  const after = cursor
    ? sql`(${listenedAt}, ${trackId}) < (${sql.param(cursor.at, listenedAt)}, ${cursor.id})`
    : undefined;
  const found = await db
    .select({ trackId, listenedAt, positionMs })
    .from(listeningHistory)
    .innerJoin(tracks, eq(tracks.id, trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(eq(listeningHistory.userId, userId), visibleTo({ id: userId }), after))
    .orderBy(desc(listenedAt), desc(trackId))
    .limit(limit + 1);
  const { shown, next } = cutPage(found, limit, (last) => ({ at: last.listenedAt, id: last.trackId }));
  const shownTracks = await findTracksById(shown.map((row) => row.trackId));
  const byId = new Map(shownTracks.map((track) => [track.id, track]));
  return {
    entries: shown.flatMap((row) => {
      const track = byId.get(row.trackId);
      return track ? [{ track, listenedAt: row.listenedAt, positionMs: row.positionMs }] : [];
    }),
    next,
  };
}
