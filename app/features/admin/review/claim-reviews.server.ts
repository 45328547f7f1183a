import {
  and,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { dayMs, minuteMs } from "#app/lib/time-units.ts";
import { startOfTokyoDay } from "#app/lib/tokyo-day.ts";
import { type Db, db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { noIndexHint } from "#db/query-plans.ts";
import { labels, reviewItems, trackLabels, trackReports, tracks, users } from "#db/schema/index.ts";
import { claimMs, type ReviewFilter, reviewsPerPage } from "./review.ts";

/** A filter reads only the oldest of the tracks that nobody else looks at. */
const windowSize = 2000;
/** Per card: others may claim some of them at the same moment. */
const candidatesPerCard = 4;
/** Counting ends here. */
const maxCounted = 1000;

type Session = { sessionId: string; now: Date };

/** No other session of the console shows it. */
const isFree = ({ sessionId, now }: Session) =>
  or(isNull(reviewItems.claimedBy), eq(reviewItems.claimedBy, sessionId), lte(reviewItems.claimedUntil, now));

/** With the literals of its partial index. */
const isInState = (state: ReviewFilter["state"]) =>
  state === "aside" ? isNotNull(reviewItems.setAsideAt) : isNull(reviewItems.setAsideAt);

/**
 * Prevents two operators from seeing the same card: the session claims its tracks for five minutes. It keeps matching ones,
 * adds the oldest free ones and frees the others. Returns ids, the oldest first.
 */
export async function claimReviews(o: Session & { filter: ReviewFilter; count?: number }): Promise<number[]> {
  const { sessionId, now, filter, count = reviewsPerPage } = o;
  const matches = await conditionOf(filter);
  if (matches === null) return [];
  return write(async (tx) => {
    // One after another: two pages of one session would lock each other's cards.
    const mine = await forUpdate(
      tx
        .select({ trackId: reviewItems.trackId })
        .from(reviewItems)
        .where(and(isNotNull(reviewItems.claimedBy), eq(reviewItems.claimedBy, sessionId)))
        .orderBy(reviewItems.trackId),
      "no key update",
      { skipLocked: true },
    );
    const claimed = mine.map(({ trackId }) => trackId);
    const kept =
      claimed.length === 0 ? [] : await candidates(tx, o, and(matches, inArray(tracks.id, claimed)), count);
    const wanted = count - kept.length;
    const found =
      wanted <= 0
        ? []
        : await candidates(
            tx,
            o,
            kept.length > 0 ? and(matches, notInArray(tracks.id, kept)) : matches,
            wanted * candidatesPerCard,
          );
    const taken =
      found.length === 0
        ? []
        : await forUpdate(
            tx
              .select({ trackId: reviewItems.trackId })
              .from(reviewItems)
              .where(and(inArray(reviewItems.trackId, found), isInState(filter.state), isFree(o)))
              .orderBy(reviewItems.trackId)
              .limit(wanted),
            "no key update",
            { skipLocked: true },
          );
    const shown = [...kept, ...taken.map(({ trackId }) => trackId)];
    const released = claimed.filter((id) => !shown.includes(id));
    if (released.length > 0)
      await tx
        .update(reviewItems)
        .set({ claimedBy: null, claimedUntil: null })
        .where(inArray(reviewItems.trackId, released));
    if (shown.length === 0) return [];
    const rows = await tx
      .update(reviewItems)
      .set({ claimedBy: sessionId, claimedUntil: new Date(now.getTime() + claimMs) })
      .where(inArray(reviewItems.trackId, shown))
      .returning({ trackId: reviewItems.trackId, queuedAt: reviewItems.queuedAt });
    return rows
      .sort((a, b) => a.queuedAt.getTime() - b.queuedAt.getTime() || a.trackId - b.trackId)
      .map(({ trackId }) => trackId);
  });
}

/** The oldest first, of the first 2,000 that nobody else looks at. */
async function candidates(
  tx: Db,
  o: Session & { filter: ReviewFilter },
  matches: SQL | undefined,
  limit: number,
): Promise<number[]> {
  const head = headOf(tx, o);
  const rows = await tx
    .select({ id: head.trackId })
    .from(head)
    .innerJoin(tracks, eq(tracks.id, head.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(matches)
    .orderBy(head.queuedAt, head.trackId)
    .limit(limit);
  return rows.map(({ id }) => id);
}

function headOf(tx: Db, o: Session & { filter: ReviewFilter }) {
  const { state, day } = o.filter;
  const start = day === null ? null : startOfTokyoDay(day);
  return tx
    .select({ trackId: reviewItems.trackId, queuedAt: reviewItems.queuedAt })
    .from(reviewItems)
    .where(
      and(
        isInState(state),
        isFree(o),
        start ? gte(reviewItems.queuedAt, start) : undefined,
        start ? lt(reviewItems.queuedAt, new Date(start.getTime() + dayMs)) : undefined,
      ),
    )
    .orderBy(reviewItems.queuedAt, reviewItems.trackId)
    .limit(windowSize)
    .as("candidates");
}

/** Omits what its author hides and locked out accounts. Null where nothing can match: unknown label or author. */
async function conditionOf(filter: ReviewFilter): Promise<SQL | null> {
  const { label, author, isReported, length } = filter;
  const conditions: (SQL | undefined)[] = [
    // Prevents a bad plan: most members are approved, so the query must not begin with them.
    noIndexHint(eq(users.state, "approved")),
    or(eq(tracks.isVisible, true), isNotNull(tracks.takenDownAt)),
  ];
  if (author !== null) {
    const authorId = await findAuthorId(author);
    if (authorId === null) return null;
    conditions.push(eq(tracks.userId, authorId));
  }
  if (label !== null) {
    const [known] = await db.select({ id: labels.id }).from(labels).where(eq(labels.name, label));
    if (!known) return null;
    const ofTrack = and(eq(trackLabels.trackId, tracks.id), eq(trackLabels.labelId, known.id));
    conditions.push(exists(db.select({ id: trackLabels.trackId }).from(trackLabels).where(ofTrack)));
  }
  if (isReported) {
    const ofTrack = and(eq(trackReports.trackId, tracks.id), isNull(trackReports.handledAt));
    conditions.push(exists(db.select({ id: trackReports.id }).from(trackReports).where(ofTrack)));
  }
  if (length !== null) conditions.push(hasLength(length));
  return and(...conditions) ?? null;
}

function hasLength(length: NonNullable<ReviewFilter["length"]>): SQL | undefined {
  const [three, ten] = [3 * minuteMs, 10 * minuteMs];
  if (length === "short") return lt(tracks.durationMs, three);
  if (length === "long") return gte(tracks.durationMs, ten);
  return and(gte(tracks.durationMs, three), lt(tracks.durationMs, ten));
}

async function findAuthorId(author: string): Promise<string | null> {
  const name = /^[@＠](\S+)$/.exec(author)?.[1];
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(name ? eq(users.customUserIdFolded, name.toLowerCase()) : eq(users.id, author));
  return found?.id ?? null;
}

/** `elsewhere`: others look at them now. Each at most 1,000. */
export async function countReviews(o: Session): Promise<{ open: number; aside: number; elsewhere: number }> {
  const count = async (condition: SQL | undefined) => {
    const some = db
      .select({ id: reviewItems.trackId })
      .from(reviewItems)
      .where(condition)
      .limit(maxCounted)
      .as("some");
    const [row] = await db.select({ count: sql<number>`count(*)`.mapWith(Number) }).from(some);
    return row?.count ?? 0;
  };
  const [open, aside, elsewhere] = await Promise.all([
    count(isInState("open")),
    count(isInState("aside")),
    count(
      and(
        isNotNull(reviewItems.claimedBy),
        ne(reviewItems.claimedBy, o.sessionId),
        sql`${reviewItems.claimedUntil} > ${sql.param(o.now, reviewItems.claimedUntil)}`,
      ),
    ),
  ]);
  return { open, aside, elsewhere };
}
