import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { lockUsersForShare } from "#app/features/accounts/server/locks.server.ts";
import { milestones } from "#app/features/notifications/notifications.ts";
import { notify } from "#app/features/notifications/server/notify.server.ts";
import { addToStatistics } from "#app/features/statistics/add-to-statistics.server.ts";
import { chunk } from "#app/lib/chunk.ts";
import { observePlays } from "#app/metrics.server.ts";
import { afterCommit, type Db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { listeningHistory, playlists, playReceipts, tracks } from "#db/schema/index.ts";
import { allTracks } from "../history/delete-history.server.ts";
import { type CountKind, type PlaySource, recountAfterMs } from "../listening.ts";
import { type PlaybackEvent, writePlaybacks } from "../sync/server/write-playbacks.server.ts";
import { addToInsights, type CountedEvent, isListened } from "./add-to-insights.server.ts";
import { listenerKey } from "./listener-key.server.ts";

export interface CountEvent {
  listener: string;
  kind: CountKind;
  /** Of the track; for a `view` of the playlist. */
  id: number;
  source?: PlaySource | undefined;
}

export interface ListeningEvent {
  userId: string;
  trackId: number;
  positionMs: number;
  /** Whether it, or an event that it replaced, was the track's end. */
  isHeard?: boolean;
  at: Date;
}

const batchSize = 500;

/**
 * Writes a batch in one transaction: marks, counts, history, playbacks and milestone notifications. The batch must contain each
 * listener, kind and target, and each member and track, only once. Skips accounts, tracks and playlists deleted in the
 * meantime, and history deleted after the event. Idempotent: a second run finds the marks.
 */
export async function writeListening(batch: {
  counts: readonly CountEvent[];
  listened: readonly ListeningEvent[];
  played?: readonly PlaybackEvent[];
  now: Date;
}): Promise<void> {
  const { counts, listened, played = [], now } = batch;
  if (counts.length + listened.length + played.length === 0) return;
  await write(async (tx) => {
    // In the order of locks (docs/decisions/0006). The tracks' locks protect their marks too.
    const members = new Set<string>();
    const ofMembers = [...listened, ...played];
    const userIds = [...ofMembers.map(({ userId }) => userId), ...(await findAuthorsOfPlayed(tx, counts))];
    for (const ids of chunk([...new Set(userIds)].sort(), batchSize))
      for (const id of await lockUsersForShare(tx, ids)) members.add(id);
    const views = counts.filter(isView);
    const ofTracks = counts.filter((count) => !isView(count));
    const existingTracks = await lockRows(tx, tracks, [
      ...ofTracks.map(({ id }) => id),
      ...ofMembers.map(({ trackId }) => trackId),
    ]);
    const existingPlaylists = await lockRows(
      tx,
      playlists,
      views.map(({ id }) => id),
    );
    const existing = counts.filter((count) =>
      (isView(count) ? existingPlaylists : existingTracks).has(count.id),
    );
    const counted = await markCounts(tx, existing, now);
    const playedTracks = await addCounts(
      tx,
      counted.filter(({ kind }) => kind === "play" || kind === "impression"),
    );
    await addToInsights(tx, { counted, now });
    await notifyMilestones(tx, { played: playedTracks, now });
    await addViews(tx, counted.filter(isView));
    const remains = ({ userId, trackId }: { userId: string; trackId: number }) =>
      members.has(userId) && existingTracks.has(trackId);
    const listenedMs = await upsertHistory(tx, listened.filter(remains));
    await writePlaybacks(tx, await withoutDeleted(tx, played.filter(remains)));
    const plays = counted.filter(({ kind }) => kind === "play").length;
    afterCommit(() => observePlays(plays));
    await addToStatistics(
      tx,
      {
        plays,
        listening_seconds: listenedMs / 1000,
      },
      now,
    );
  });
}

const isView = ({ kind }: { kind: CountKind }) => kind === "view";

async function findAuthorsOfPlayed(tx: Db, counts: readonly CountEvent[]): Promise<string[]> {
  const played = new Set(counts.filter(isListened).map(({ id }) => id));
  const authors: string[] = [];
  for (const ids of chunk([...played], batchSize)) {
    const rows = await tx.selectDistinct({ id: tracks.userId }).from(tracks).where(inArray(tracks.id, ids));
    authors.push(...rows.map(({ id }) => id));
  }
  return authors;
}

async function lockRows(
  tx: Db,
  table: typeof tracks | typeof playlists,
  ids: number[],
): Promise<Set<number>> {
  const existing = new Set<number>();
  const sorted = [...new Set(ids)].sort((a, b) => a - b);
  for (const some of chunk(sorted, batchSize)) {
    const rows = await forUpdate(
      tx.select({ id: table.id }).from(table).where(inArray(table.id, some)).orderBy(table.id),
      "no key update",
    );
    for (const { id } of rows) existing.add(id);
  }
  return existing;
}

/** Sets the marks of events that have none or an expired one. Returns these events: they count. */
async function markCounts(tx: Db, counts: CountEvent[], now: Date): Promise<CountedEvent[]> {
  const counted: CountedEvent[] = [];
  for (const kind of ["play", "impression", "download", "view"] as const) {
    const expiredBefore = new Date(now.getTime() - recountAfterMs[kind]);
    const ofKind = counts.filter((count) => count.kind === kind);
    for (const some of chunk(ofKind, batchSize)) {
      const marked = await tx
        .insert(playReceipts)
        .values(some.map(({ listener, id }) => ({ listener, kind, trackId: id, countedAt: now })))
        .onConflictDoUpdate({
          target: [playReceipts.listener, playReceipts.trackId, playReceipts.kind],
          set: { countedAt: now },
          setWhere: lte(playReceipts.countedAt, expiredBefore),
        })
        .returning({ id: playReceipts.trackId, listener: playReceipts.listener });
      const sources = new Map(some.map((count) => [`${count.id} ${count.listener}`, count.source]));
      for (const { id, listener } of marked)
        counted.push({ kind, id, source: sources.get(`${id} ${listener}`) });
    }
  }
  return counted;
}

interface PlayedTrack {
  id: number;
  posterId: string;
  before: number;
  after: number;
}

/** Tracks with the same numbers share a statement. Returns the play counts before and after. */
async function addCounts(tx: Db, counted: CountedEvent[]): Promise<PlayedTrack[]> {
  const played: PlayedTrack[] = [];
  const byTrack = Map.groupBy(counted, ({ id }) => id);
  const numbers = [...byTrack].map(([trackId, all]) => {
    const plays = all.filter(({ kind }) => kind === "play").length;
    return { trackId, plays, impressions: all.length - plays };
  });
  const groups = Map.groupBy(numbers, ({ plays, impressions }) => `${plays} ${impressions}`);
  for (const group of groups.values()) {
    const [{ plays, impressions } = { plays: 0, impressions: 0 }] = group;
    for (const some of chunk(group, batchSize)) {
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

async function notifyMilestones(
  tx: Db,
  { played, now }: { played: PlayedTrack[]; now: Date },
): Promise<void> {
  for (const { id, posterId, before, after } of played) {
    for (const plays of milestones) {
      if (before < plays && plays <= after)
        await notify(tx, {
          userId: posterId,
          event: { type: `milestone_${plays}`, trackId: id },
          now,
        });
    }
  }
}

async function addViews(tx: Db, counted: CountedEvent[]): Promise<void> {
  const byPlaylist = [...Map.groupBy(counted, ({ id }) => id)];
  const groups = Map.groupBy(byPlaylist, ([, views]) => views.length);
  for (const [views, group] of groups) {
    for (const some of chunk(group, batchSize)) {
      await tx
        .update(playlists)
        .set({ impressionCount: sql`${playlists.impressionCount} + ${views}` })
        .where(
          inArray(
            playlists.id,
            some.map(([id]) => id),
          ),
        );
    }
  }
}

/**
 * Moves tracks to the top of histories. The later of two events wins, but a track once heard to its end stays so. Returns how
 * long these members have listened since their last positions (`listenedMs`).
 */
async function upsertHistory(tx: Db, listened: ListeningEvent[]): Promise<number> {
  const { userId, trackId, listenedAt, positionMs, isHeard } = listeningHistory;
  let sum = 0;
  for (const some of chunk(listened, batchSize)) {
    const rows = await withoutDeleted(tx, some);
    if (rows.length === 0) continue;
    const earlier = await findPositions(tx, rows);
    for (const row of rows) sum += listenedMs(earlier.get(`${row.trackId} ${row.userId}`), row);
    const isNewer = sql`${listenedAt} <= excluded.listened_at`;
    await tx
      .insert(listeningHistory)
      .values(rows.map(({ at, isHeard = false, ...event }) => ({ ...event, isHeard, listenedAt: at })))
      .onConflictDoUpdate({
        target: [userId, trackId],
        set: {
          listenedAt: sql`case when ${isNewer} then excluded.listened_at else ${listenedAt} end`,
          positionMs: sql`case when ${isNewer} then excluded.position_ms else ${positionMs} end`,
          isHeard: sql`${isHeard} or excluded.is_heard`,
        },
        setWhere: sql`${isNewer} or excluded.is_heard`,
      });
  }
  return sum;
}

type Position = Pick<typeof listeningHistory.$inferSelect, "positionMs" | "listenedAt">;

async function findPositions(tx: Db, events: ListeningEvent[]): Promise<Map<string, Position>> {
  const { userId, trackId, positionMs, listenedAt } = listeningHistory;
  const pairs = events.map((event) => sql`(${event.userId}, cast(${event.trackId} as integer))`);
  const rows = await tx
    .select({ userId, trackId, positionMs, listenedAt })
    .from(listeningHistory)
    .where(sql`(${userId}, ${trackId}) in (values ${sql.join(pairs, sql`, `)})`);
  return new Map(rows.map((row) => [`${row.trackId} ${row.userId}`, row]));
}

const maxSpeed = 2;

/**
 * How much was heard between two positions: the way forward, or after a jump back the way from the beginning, but never more
 * than the elapsed time allows. A repeated event adds nothing. For statistics only: jumps make it a little inexact.
 */
function listenedMs(earlier: Position | undefined, event: Omit<ListeningEvent, "userId">): number {
  if (!earlier) return event.positionMs;
  const forward = event.positionMs - earlier.positionMs;
  const elapsedMs = event.at.getTime() - earlier.listenedAt.getTime();
  return Math.max(0, Math.min(forward < 0 ? event.positionMs : forward, elapsedMs * maxSpeed));
}

async function withoutDeleted<Event extends DatedEvent>(tx: Db, events: Event[]): Promise<Event[]> {
  const remaining: Event[] = [];
  for (const some of chunk(events, batchSize)) {
    const deletedAt = await findDeletionTimes(tx, some);
    remaining.push(...some.filter((event) => event.at > deletedAt(event)));
  }
  return remaining;
}

type DatedEvent = Pick<ListeningEvent, "userId" | "trackId" | "at">;

/** When the history of an event's track was last deleted, alone or as a whole. */
async function findDeletionTimes(tx: Db, events: DatedEvent[]): Promise<(event: DatedEvent) => Date> {
  const keys = new Map(events.map(({ userId }) => [userId, listenerKey({ userId })]));
  const marks = await tx
    .select({ listener: playReceipts.listener, trackId: playReceipts.trackId, at: playReceipts.countedAt })
    .from(playReceipts)
    .where(
      and(
        eq(playReceipts.kind, "forgotten"),
        inArray(playReceipts.listener, [...keys.values()]),
        inArray(playReceipts.trackId, [allTracks, ...new Set(events.map((event) => event.trackId))]),
      ),
    );
  const times = new Map(marks.map(({ listener, trackId, at }) => [`${trackId} ${listener}`, at.getTime()]));
  return ({ userId, trackId }) => {
    const of = (id: number) => times.get(`${id} ${keys.get(userId)}`) ?? 0;
    return new Date(Math.max(of(trackId), of(allTracks)));
  };
}
