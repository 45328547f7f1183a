import { and, desc, eq, gt, gte, inArray, lt, ne, notExists, type SQL, sql } from "drizzle-orm";
import { isPublic } from "#app/features/access/track-visibility.server.ts";
import { type Blocker, notBlockedBy } from "#app/features/blocks/is-blocked.server.ts";
import { minResumePosition, minResumeRemaining } from "#app/features/playback/playback.ts";
import { hasFullAccess, type TrackViewer } from "#app/features/tracks/excerpt.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { type Db, db } from "#db/client.ts";
import {
  follows,
  likes,
  listeningHistory,
  playlistFollows,
  playlistItems,
  playlists,
  tracks,
  users,
} from "#db/schema/index.ts";
import type { MixCandidate } from "../compose-mix.ts";
import type { MixReason } from "../daily-mix.ts";

const maxHistory = 60;
const maxHeard = 8;
const followedDays = 30;
const maxCandidates = 40;
const maxPlaylists = 20;
const againDays = 7;

const columns = {
  id: tracks.id,
  userId: tracks.userId,
  durationMs: tracks.durationMs,
  isPremiumOnly: tracks.isPremiumOnly,
};
type Row = { id: number; userId: string; durationMs: number; isPremiumOnly: boolean; fromMs?: number };

const selectFrom = (on: Db) => on.select(columns).from(tracks).innerJoin(users, eq(users.id, tracks.userId));

/**
 * Candidates for a member's mix by reason, best first: others' public tracks that the member may hear whole. `seed`, fixed for
 * a day, picks what the member would not have found.
 */
export async function findMixCandidates(
  viewer: NonNullable<TrackViewer> & Blocker,
  { seed, now }: { seed: number; now: Date },
): Promise<Record<MixReason, MixCandidate[]>> {
  const isUnheard = notExists(
    db
      .select({ one: sql`1` })
      .from(listeningHistory)
      .where(and(eq(listeningHistory.userId, viewer.id), eq(listeningHistory.trackId, tracks.id))),
  );
  const isByOther = and(isPublic, ne(tracks.userId, viewer.id), notBlockedBy(viewer, tracks.userId));
  const found = {
    resume: await findHalfHeard(viewer.id, isByOther),
    followed: await db
      .select(columns)
      .from(follows)
      .innerJoin(tracks, eq(tracks.userId, follows.followingId))
      .innerJoin(users, eq(users.id, tracks.userId))
      .where(
        and(
          eq(follows.followerId, viewer.id),
          gt(tracks.uploadedAt, new Date(now.getTime() - followedDays * dayMs)),
          isByOther,
          isUnheard,
        ),
      )
      .orderBy(desc(tracks.uploadedAt), desc(tracks.id))
      .limit(maxCandidates),
    playlist: await findOfFollowedPlaylists(viewer.id, and(isByOther, isUnheard)),
    saved: await findSaved(viewer.id, and(isByOther, isUnheard)),
    discovery: await findUnknown(viewer.id, { seed, where: and(isByOther, isUnheard) }),
    again: await findLoved(viewer.id, {
      before: new Date(now.getTime() - againDays * dayMs),
      where: isByOther,
    }),
  };
  const candidatesOf = (rows: readonly Row[]) =>
    rows
      .filter((row) => hasFullAccess(viewer, row))
      .map(({ id, userId, durationMs, fromMs = 0 }) => ({
        id,
        userId,
        fromMs,
        remainingMs: durationMs - fromMs,
      }));
  const known = new Set([...found.followed, ...found.playlist, ...found.saved].map(({ id }) => id));
  return {
    resume: candidatesOf(found.resume),
    followed: candidatesOf(found.followed),
    playlist: candidatesOf(found.playlist),
    saved: candidatesOf(found.saved),
    discovery: candidatesOf(found.discovery.filter(({ id }) => !known.has(id))),
    again: candidatesOf(found.again),
  };
}

function findHalfHeard(userId: string, where: SQL | undefined) {
  const recent = db
    .select({
      trackId: listeningHistory.trackId,
      positionMs: listeningHistory.positionMs,
      listenedAt: listeningHistory.listenedAt,
    })
    .from(listeningHistory)
    .where(eq(listeningHistory.userId, userId))
    .orderBy(desc(listeningHistory.listenedAt), desc(listeningHistory.trackId))
    .limit(maxHistory)
    .as("recent");
  return db
    .select({ ...columns, fromMs: recent.positionMs })
    .from(recent)
    .innerJoin(tracks, eq(tracks.id, recent.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(
      and(
        gte(recent.positionMs, minResumePosition * 1000),
        sql`${recent.positionMs} <= ${tracks.durationMs} - ${minResumeRemaining * 1000}`,
        where,
      ),
    )
    .orderBy(desc(recent.listenedAt))
    .limit(maxHeard);
}

async function findOfFollowedPlaylists(userId: string, where: SQL | undefined): Promise<Row[]> {
  const followed = await db
    .select({ id: playlists.id })
    .from(playlistFollows)
    .innerJoin(playlists, eq(playlists.id, playlistFollows.playlistId))
    .where(and(eq(playlistFollows.userId, userId), eq(playlists.isPublic, true)))
    .orderBy(desc(playlistFollows.createdAt), desc(playlistFollows.playlistId))
    .limit(maxPlaylists);
  return findItems(
    followed.map(({ id }) => id),
    where,
  );
}

async function findSaved(userId: string, where: SQL | undefined): Promise<Row[]> {
  const own = await db
    .select({ id: playlists.id })
    .from(playlists)
    .where(eq(playlists.userId, userId))
    .orderBy(desc(playlists.createdAt), desc(playlists.id))
    .limit(maxPlaylists);
  return findItems(
    own.map(({ id }) => id),
    where,
  );
}

async function findItems(playlistIds: readonly number[], where: SQL | undefined): Promise<Row[]> {
  if (playlistIds.length === 0) return [];
  return db
    .select(columns)
    .from(playlistItems)
    .innerJoin(tracks, eq(tracks.id, playlistItems.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(inArray(playlistItems.playlistId, [...playlistIds]), where))
    .orderBy(desc(playlistItems.id))
    .limit(maxCandidates);
}

/**
 * Tracks of unfollowed authors from a place in the archive that the day decides: neither new nor popular, or the member would
 * have found them.
 */
async function findUnknown(
  userId: string,
  { seed, where }: { seed: number; where: SQL | undefined },
): Promise<Row[]> {
  const [newest] = await db.select({ id: tracks.id }).from(tracks).orderBy(desc(tracks.id)).limit(1);
  const start = 1 + (seed % Math.max(1, newest?.id ?? 1));
  const isUnfollowed = notExists(
    db
      .select({ one: sql`1` })
      .from(follows)
      .where(and(eq(follows.followerId, userId), eq(follows.followingId, tracks.userId))),
  );
  const after = await selectFrom(db)
    .where(and(gte(tracks.id, start), where, isUnfollowed))
    .orderBy(tracks.id)
    .limit(maxCandidates);
  if (after.length === maxCandidates) return after;
  const before = await selectFrom(db)
    .where(and(lt(tracks.id, start), where, isUnfollowed))
    .orderBy(desc(tracks.id))
    .limit(maxCandidates - after.length);
  return [...after, ...before];
}

function findLoved(
  userId: string,
  { before, where }: { before: Date; where: SQL | undefined },
): Promise<Row[]> {
  return db
    .select(columns)
    .from(likes)
    .innerJoin(
      listeningHistory,
      and(eq(listeningHistory.userId, likes.userId), eq(listeningHistory.trackId, likes.trackId)),
    )
    .innerJoin(tracks, eq(tracks.id, likes.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(eq(likes.userId, userId), lt(listeningHistory.listenedAt, before), where))
    .orderBy(desc(likes.createdAt), desc(likes.trackId))
    .limit(maxCandidates);
}
