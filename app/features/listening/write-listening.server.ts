import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { batchesOf } from "#app/lib/batches.ts";
import { type Db, write } from "#db/client.ts";
import { held } from "#db/held.ts";
import { countMarks, listeningHistory, tracks, users } from "#db/schema/index.ts";
import { type CountKind, pauseMs } from "./count-rules.ts";
import { everyTrack } from "./forget-history.server.ts";
import { listenerKey } from "./listener-key.server.ts";

/** A play or an impression that counts unless its listener's last one was too short ago. */
export interface NotedCount {
  listener: string;
  kind: CountKind;
  trackId: number;
}

/** Where a member was in a track at a time. */
export interface NotedListening {
  userId: string;
  trackId: number;
  positionMs: number;
  at: Date;
}

/** Rows of one statement. */
const atOnce = 500;

/**
 * Writes a batch in one transaction: marks, counts and history. Each listener, track and kind is in it once, and so is
 * each member and track. Accounts and tracks that have gone meanwhile are passed over, and so is what was forgotten since
 * it was noted. The same batch once more changes nothing: its marks are there.
 */
export async function writeListening(batch: {
  counts: readonly NotedCount[];
  listened: readonly NotedListening[];
  now: Date;
}): Promise<void> {
  const { counts, listened, now } = batch;
  if (counts.length + listened.length === 0) return;
  await write(async (tx) => {
    // In the one order of locks (docs/decisions/0006). With the tracks, their marks are this transaction's alone.
    const members = await keepAccounts(
      tx,
      listened.map(({ userId }) => userId),
    );
    const there = await holdTracks(
      tx,
      [...counts, ...listened].map(({ trackId }) => trackId),
    );
    const counted = await markCounts(
      tx,
      counts.filter(({ trackId }) => there.has(trackId)),
      now,
    );
    await addCounts(tx, counted);
    await recordListening(
      tx,
      listened.filter(({ userId, trackId }) => members.has(userId) && there.has(trackId)),
    );
  });
}

async function keepAccounts(tx: Db, userIds: string[]): Promise<Set<string>> {
  const kept = new Set<string>();
  for (const ids of batchesOf([...new Set(userIds)].sort(), atOnce)) {
    const rows = await held(
      tx.select({ id: users.id }).from(users).where(inArray(users.id, ids)).orderBy(users.id),
      "key share",
    );
    for (const { id } of rows) kept.add(id);
  }
  return kept;
}

async function holdTracks(tx: Db, trackIds: number[]): Promise<Set<number>> {
  const there = new Set<number>();
  const sorted = [...new Set(trackIds)].sort((a, b) => a - b);
  for (const ids of batchesOf(sorted, atOnce)) {
    const rows = await held(
      tx.select({ id: tracks.id }).from(tracks).where(inArray(tracks.id, ids)).orderBy(tracks.id),
      "no key update",
    );
    for (const { id } of rows) there.add(id);
  }
  return there;
}

/** Marks what counts, and returns it: what has no mark, or one that is old enough. */
async function markCounts(tx: Db, counts: NotedCount[], now: Date): Promise<Omit<NotedCount, "listener">[]> {
  const counted = [];
  for (const kind of ["play", "impression"] as const) {
    const longAgo = new Date(now.getTime() - pauseMs[kind]);
    const ofKind = counts.filter((count) => count.kind === kind);
    for (const some of batchesOf(ofKind, atOnce)) {
      const marked = await tx
        .insert(countMarks)
        .values(some.map((count) => ({ ...count, countedAt: now })))
        .onConflictDoUpdate({
          target: [countMarks.listener, countMarks.trackId, countMarks.kind],
          set: { countedAt: now },
          setWhere: lte(countMarks.countedAt, longAgo),
        })
        .returning({ trackId: countMarks.trackId });
      for (const { trackId } of marked) counted.push({ kind, trackId });
    }
  }
  return counted;
}

/** Adds to the tracks what counts: each track is written once, and those with the same numbers together. */
async function addCounts(tx: Db, counted: Omit<NotedCount, "listener">[]): Promise<void> {
  const byTrack = Map.groupBy(counted, ({ trackId }) => trackId);
  const numbers = [...byTrack].map(([trackId, all]) => {
    const plays = all.filter(({ kind }) => kind === "play").length;
    return { trackId, plays, impressions: all.length - plays };
  });
  const alike = Map.groupBy(numbers, ({ plays, impressions }) => `${plays} ${impressions}`);
  for (const group of alike.values()) {
    const [{ plays, impressions } = { plays: 0, impressions: 0 }] = group;
    for (const some of batchesOf(group, atOnce)) {
      await tx
        .update(tracks)
        .set({
          playCount: sql`${tracks.playCount} + ${plays}`,
          impressionCount: sql`${tracks.impressionCount} + ${impressions}`,
        })
        .where(
          inArray(
            tracks.id,
            some.map(({ trackId }) => trackId),
          ),
        )
        .returning({ id: tracks.id });
    }
  }
}

/** Puts tracks on top of their members' histories; of two processes that note the same, the later one stays. */
async function recordListening(tx: Db, listened: NotedListening[]): Promise<void> {
  const { userId, trackId, listenedAt } = listeningHistory;
  for (const some of batchesOf(listened, atOnce)) {
    const forgotten = await findForgotten(tx, some);
    const rows = some.filter((note) => note.at > forgotten(note));
    if (rows.length === 0) continue;
    await tx
      .insert(listeningHistory)
      .values(rows.map(({ at, ...note }) => ({ ...note, listenedAt: at })))
      .onConflictDoUpdate({
        target: [userId, trackId],
        set: { listenedAt: sql`excluded.listened_at`, positionMs: sql`excluded.position_ms` },
        setWhere: sql`${listenedAt} <= excluded.listened_at`,
      })
      .returning({ trackId });
  }
}

/** Until when each of these was forgotten, alone or with the whole history. */
async function findForgotten(tx: Db, notes: NotedListening[]): Promise<(note: NotedListening) => Date> {
  const keys = new Map(notes.map(({ userId }) => [userId, listenerKey({ userId })]));
  const marks = await tx
    .select({ listener: countMarks.listener, trackId: countMarks.trackId, at: countMarks.countedAt })
    .from(countMarks)
    .where(
      and(
        eq(countMarks.kind, "forgotten"),
        inArray(countMarks.listener, [...keys.values()]),
        inArray(countMarks.trackId, [everyTrack, ...new Set(notes.map((note) => note.trackId))]),
      ),
    );
  const times = new Map(marks.map(({ listener, trackId, at }) => [`${trackId} ${listener}`, at.getTime()]));
  return ({ userId, trackId }) => {
    const of = (id: number) => times.get(`${id} ${keys.get(userId)}`) ?? 0;
    return new Date(Math.max(of(trackId), of(everyTrack)));
  };
}
