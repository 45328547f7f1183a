import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { keepAccounts } from "#app/features/accounts/server/keep-accounts.server.ts";
import { milestones } from "#app/features/notifications/notification.ts";
import { notify } from "#app/features/notifications/server/notify.server.ts";
import { batchesOf } from "#app/lib/batches.ts";
import { type Db, write } from "#db/client.ts";
import { held } from "#db/held.ts";
import { countMarks, listeningHistory, playlists, tracks } from "#db/schema/index.ts";
import { type CountKind, pauseMs } from "../count-rules.ts";
import { everyTrack } from "./forget-history.server.ts";
import { listenerKey } from "./listener-key.server.ts";

/** A play, an impression or a view that counts unless its listener's last one was too short ago. */
export interface NotedCount {
  listener: string;
  kind: CountKind;
  /** The track; of a `view` the playlist. */
  id: number;
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
 * Writes a batch in one transaction: marks, counts, history, and what posters are told of many plays. Each listener, kind and track or playlist is in it once,
 * and so is each member and track. Accounts, tracks and playlists that have gone meanwhile are passed over, and so is what was forgotten since
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
    const members = new Set<string>();
    const concerned = [...listened.map(({ userId }) => userId), ...(await postersOfPlayed(tx, counts))];
    for (const ids of batchesOf([...new Set(concerned)].sort(), atOnce))
      for (const id of await keepAccounts(tx, ids)) members.add(id);
    const views = counts.filter(isView);
    const ofTracks = counts.filter((count) => !isView(count));
    const heard = await hold(tx, tracks, [
      ...ofTracks.map(({ id }) => id),
      ...listened.map(({ trackId }) => trackId),
    ]);
    const viewed = await hold(
      tx,
      playlists,
      views.map(({ id }) => id),
    );
    const there = counts.filter((count) => (isView(count) ? viewed : heard).has(count.id));
    const counted = await markCounts(tx, there, now);
    const played = await addCounts(
      tx,
      counted.filter((count) => !isView(count)),
    );
    await tellMilestones(tx, { played, now });
    await addViews(tx, counted.filter(isView));
    await recordListening(
      tx,
      listened.filter(({ userId, trackId }) => members.has(userId) && heard.has(trackId)),
    );
  });
}

const isView = ({ kind }: { kind: CountKind }) => kind === "view";

/** Who may be told of a number of plays. */
async function postersOfPlayed(tx: Db, counts: readonly NotedCount[]): Promise<string[]> {
  const played = new Set(counts.filter(({ kind }) => kind === "play").map(({ id }) => id));
  const posters: string[] = [];
  for (const ids of batchesOf([...played], atOnce)) {
    const rows = await tx.selectDistinct({ id: tracks.userId }).from(tracks).where(inArray(tracks.id, ids));
    posters.push(...rows.map(({ id }) => id));
  }
  return posters;
}

/** Holds these rows of a table, and says which of them are there. */
async function hold(tx: Db, table: typeof tracks | typeof playlists, wanted: number[]): Promise<Set<number>> {
  const there = new Set<number>();
  const sorted = [...new Set(wanted)].sort((a, b) => a - b);
  for (const ids of batchesOf(sorted, atOnce)) {
    const rows = await held(
      tx.select({ id: table.id }).from(table).where(inArray(table.id, ids)).orderBy(table.id),
      "no key update",
    );
    for (const { id } of rows) there.add(id);
  }
  return there;
}

/** Marks what counts, and returns it: what has no mark, or one that is old enough. */
async function markCounts(tx: Db, counts: NotedCount[], now: Date): Promise<Omit<NotedCount, "listener">[]> {
  const counted = [];
  for (const kind of ["play", "impression", "view"] as const) {
    const longAgo = new Date(now.getTime() - pauseMs[kind]);
    const ofKind = counts.filter((count) => count.kind === kind);
    for (const some of batchesOf(ofKind, atOnce)) {
      const marked = await tx
        .insert(countMarks)
        .values(some.map(({ listener, id }) => ({ listener, kind, trackId: id, countedAt: now })))
        .onConflictDoUpdate({
          target: [countMarks.listener, countMarks.trackId, countMarks.kind],
          set: { countedAt: now },
          setWhere: lte(countMarks.countedAt, longAgo),
        })
        .returning({ id: countMarks.trackId });
      for (const { id } of marked) counted.push({ kind, id });
    }
  }
  return counted;
}

interface Played {
  id: number;
  posterId: string;
  before: number;
  after: number;
}

/**
 * Adds to the tracks what counts: each track is written once, and those with the same numbers together. Returns how often
 * those that were played had been played before and after.
 */
async function addCounts(tx: Db, counted: Omit<NotedCount, "listener">[]): Promise<Played[]> {
  const played: Played[] = [];
  const byTrack = Map.groupBy(counted, ({ id }) => id);
  const numbers = [...byTrack].map(([trackId, all]) => {
    const plays = all.filter(({ kind }) => kind === "play").length;
    return { trackId, plays, impressions: all.length - plays };
  });
  const alike = Map.groupBy(numbers, ({ plays, impressions }) => `${plays} ${impressions}`);
  for (const group of alike.values()) {
    const [{ plays, impressions } = { plays: 0, impressions: 0 }] = group;
    for (const some of batchesOf(group, atOnce)) {
      const rows = await tx
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
        .returning({ id: tracks.id, posterId: tracks.userId, after: tracks.playCount });
      if (plays > 0) played.push(...rows.map((row) => ({ ...row, before: row.after - plays })));
    }
  }
  return played;
}

/** Tells posters of each number of plays that a track has reached or passed by this batch (spec 2 §9). */
async function tellMilestones(tx: Db, { played, now }: { played: Played[]; now: Date }): Promise<void> {
  for (const { id, posterId, before, after } of played) {
    for (const plays of milestones) {
      if (before < plays && plays <= after)
        await notify(tx, {
          userId: posterId,
          happening: { type: `milestone_${plays}`, trackId: id },
          now,
        });
    }
  }
}

/** Adds to the playlists what counts, those with the same number together. */
async function addViews(tx: Db, counted: Omit<NotedCount, "listener">[]): Promise<void> {
  const byPlaylist = [...Map.groupBy(counted, ({ id }) => id)];
  const alike = Map.groupBy(byPlaylist, ([, views]) => views.length);
  for (const [views, group] of alike) {
    for (const some of batchesOf(group, atOnce)) {
      await tx
        .update(playlists)
        .set({ impressionCount: sql`${playlists.impressionCount} + ${views}` })
        .where(
          inArray(
            playlists.id,
            some.map(([id]) => id),
          ),
        )
        .returning({ id: playlists.id });
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
