import { and, count, desc, eq, gte, inArray, lt, ne, sql } from "drizzle-orm";
import { NotFound } from "#app/features/domain-error.ts";
import type { TrackViewer } from "#app/features/tracks/excerpt.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { listTracksOf } from "#app/features/tracks/server/list-tracks.server.ts";
import type { Cue } from "#app/features/tracks/track.ts";
import { listCues } from "#app/features/tracks/transcript/list-cues.server.ts";
import { startOfTokyoDay, tokyoDay } from "#app/lib/tokyo-day.ts";
import { db } from "#db/client.ts";
import { clips, listeningHistory, memberInsights, trackInsights, tracks } from "#db/schema/index.ts";
import { countDays, type DayCounts, type HeardLine, leavingCurve } from "../insights.ts";

const maxListeners = 10_000;
const maxCounted = 10_000;
const maxSummedTracks = 500;
const tracksPerPage = 20;

export type TrackInsightsEntry = Awaited<ReturnType<typeof findMemberInsights>>["tracks"][number];

/** What listeners made of all the viewer's tracks, and of a page of single ones, newest first. */
export async function findMemberInsights(o: {
  viewer: NonNullable<TrackViewer>;
  cursor?: string | undefined;
  now?: Date;
}) {
  const { viewer, cursor, now = new Date() } = o;
  const [days, received, { tracks: shown, next }] = await Promise.all([
    findMemberDays({ userId: viewer.id, now }),
    sumReceived(viewer.id),
    listTracksOf({ viewer, userId: viewer.id, limit: tracksPerPage, cursor }),
  ]);
  const plays = await sumPlays(
    shown.map(({ id }) => id),
    days[0]?.day ?? "",
  );
  return {
    days,
    /** Of the newest 500 tracks. */
    received,
    tracks: shown.map(({ id, coverId, title, labels, likeCount, bookmarkCount }) => ({
      id,
      coverId,
      title,
      labels,
      likeCount,
      bookmarkCount,
      plays: plays.get(id) ?? 0,
    })),
    next,
  };
}

/** The last days of all tracks of a member. */
export async function findMemberDays({ userId, now }: { userId: string; now: Date }): Promise<DayCounts[]> {
  const { day, source, value } = memberInsights;
  const rows = await db
    .select({ day, source, value })
    .from(memberInsights)
    .where(and(eq(memberInsights.userId, userId), gte(day, firstDay(now))));
  return countDays(rows, now);
}

const firstDay = (now: Date) => countDays([], now)[0]?.day ?? tokyoDay(now);

async function sumReceived(userId: string): Promise<{ likes: number; saves: number }> {
  const newest = db
    .select({ likeCount: tracks.likeCount, bookmarkCount: tracks.bookmarkCount })
    .from(tracks)
    .where(eq(tracks.userId, userId))
    .orderBy(desc(tracks.uploadedAt), desc(tracks.id))
    .limit(maxSummedTracks)
    .as("newest");
  const [sums] = await db
    .select({
      likes: sql<number>`coalesce(sum(${newest.likeCount}), 0)`.mapWith(Number),
      saves: sql<number>`coalesce(sum(${newest.bookmarkCount}), 0)`.mapWith(Number),
    })
    .from(newest);
  return sums ?? { likes: 0, saves: 0 };
}

async function sumPlays(trackIds: number[], from: string): Promise<Map<number, number>> {
  const { trackId, day, source, value } = trackInsights;
  const rows = await db
    .select({ trackId, source, value })
    .from(trackInsights)
    .where(and(inArray(trackId, trackIds), gte(day, from)));
  const sums = new Map<number, number>();
  for (const row of rows)
    if (row.source !== "feed") sums.set(row.trackId, (sums.get(row.trackId) ?? 0) + row.value);
  return sums;
}

/** What listeners made of a track. Throws `NotFound` for tracks of others. */
export async function findTrackInsights(o: {
  viewer: NonNullable<TrackViewer>;
  trackId: number;
  now?: Date;
}) {
  const { viewer, trackId, now = new Date() } = o;
  const track = await findTrack({ viewer, trackId });
  if (track.userId !== viewer.id) throw new NotFound("音声が見つかりません");
  const { day, source, value } = trackInsights;
  const [rows, cues, positions, clipCount] = await Promise.all([
    db
      .select({ day, source, value })
      .from(trackInsights)
      .where(and(eq(trackInsights.trackId, trackId), gte(day, firstDay(now)))),
    listCues({ viewer, track }),
    findPositions({ trackId, authorId: viewer.id, now }),
    countClips({ trackId, authorId: viewer.id }),
  ]);
  const { title, likeCount, bookmarkCount, durationMs } = track;
  const curve = leavingCurve({ positions, lines: toLines(cues), durationMs });
  return {
    id: trackId,
    title,
    days: countDays(rows, now),
    likeCount,
    bookmarkCount,
    clipCount,
    durationMs,
    curve,
  };
}

/** Last positions of members who listened before today, newest first, without the author's. */
async function findPositions(o: { trackId: number; authorId: string; now: Date }): Promise<number[]> {
  // Prevents watching: who listens now has not left yet.
  const today = startOfTokyoDay(tokyoDay(o.now));
  const { trackId, listenedAt, positionMs, userId } = listeningHistory;
  const rows = await db
    .select({ positionMs })
    .from(listeningHistory)
    .where(and(eq(trackId, o.trackId), lt(listenedAt, today), ne(userId, o.authorId)))
    .orderBy(desc(listenedAt))
    .limit(maxListeners);
  return rows.map((row) => row.positionMs);
}

async function countClips(o: { trackId: number; authorId: string }): Promise<number> {
  const some = db
    .select({ trackId: clips.trackId })
    .from(clips)
    .where(and(eq(clips.trackId, o.trackId), ne(clips.userId, o.authorId)))
    .limit(maxCounted)
    .as("some");
  const [row] = await db.select({ count: count() }).from(some);
  return row?.count ?? 0;
}

function toLines(cues: readonly Cue[]): Omit<HeardLine, "percent">[] {
  return [...Map.groupBy(cues, ({ turn }) => turn).values()].flatMap((turn) => {
    const [first] = turn;
    if (!first) return [];
    return [{ speaker: first.speaker, startMs: first.startMs, text: turn.map(({ text }) => text).join("") }];
  });
}
