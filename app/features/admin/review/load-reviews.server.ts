import { and, asc, count, eq, inArray, isNotNull, isNull, max, sql } from "drizzle-orm";
import { harmNames } from "#app/engines/harm/harm.ts";
import { parseScript, type Turn } from "#app/engines/script/script.ts";
import { reasonLabels } from "#app/features/reports/report.ts";
import { findWait } from "#app/features/tracks/server/track-listing.server.ts";
import { formatTimeAgo } from "#app/lib/format-date.ts";
import { formatTime } from "#app/lib/format-time.ts";
import { withoutPlaceReadings } from "#app/lib/place-readings.ts";
import { primary } from "#db/client.ts";
import {
  labels,
  reviewItems,
  type StoredHarm,
  trackLabels,
  trackReports,
  tracks,
  users,
} from "#db/schema/index.ts";
import type { ReviewCardView, ReviewLine } from "./review.ts";

/** Lines of the script's beginning that a card shows, and characters of each. */
const openingLines = 6;
const maxLineLength = 160;
/** Lines further on that a card shows because something was found there. */
const maxLitLines = 5;
const maxReportsShown = 3;
const newAccountMs = 7 * 24 * 60 * 60_000;

/** The cards of these tracks, in this order; without those that have gone. */
export async function readReviewCards(trackIds: readonly number[], now: Date): Promise<ReviewCardView[]> {
  const ids = [...trackIds];
  if (ids.length === 0) return [];
  const rows = await primary
    .select({
      id: tracks.id,
      title: tracks.title,
      script: tracks.script,
      durationMs: tracks.durationMs,
      takenDownAt: tracks.takenDownAt,
      takedownReason: tracks.takedownReason,
      listedFrom: tracks.listedFrom,
      cause: reviewItems.cause,
      queuedAt: reviewItems.queuedAt,
      harms: reviewItems.harms,
      author: { id: users.id, name: users.name, createdAt: users.createdAt },
    })
    .from(reviewItems)
    .innerJoin(tracks, eq(tracks.id, reviewItems.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(inArray(reviewItems.trackId, ids));
  const authorIds = [...new Set(rows.map(({ author }) => author.id))];
  const [names, open, shown, reported, takenDown] = await Promise.all([
    readLabels(ids),
    countOpenReports(ids),
    readOpenReports(ids),
    countReportsOfAuthors(authorIds),
    countTakedowns(authorIds),
  ]);
  const cards = rows.map((row): ReviewCardView => {
    const { id, author, harms } = row;
    const openReports = open.get(id) ?? { count: 0, latest: null };
    return {
      trackId: id,
      seen: row.queuedAt.getTime(),
      cause: row.cause,
      title: row.title,
      labels: names.get(id) ?? [],
      duration: formatTime(row.durationMs / 1000),
      waiting: formatTimeAgo(row.queuedAt, now),
      isTakenDown: row.takenDownAt !== null,
      isListed: findWait(row.listedFrom, now) === null,
      author: {
        id: author.id,
        name: author.name || author.id,
        age: formatTimeAgo(author.createdAt, now),
        isNew: now.getTime() - author.createdAt.getTime() < newAccountMs,
        reports: (reported.get(author.id) ?? 0) - openReports.count,
        takedowns: (takenDown.get(author.id) ?? 0) - (row.takenDownAt === null ? 0 : 1),
      },
      ...readScript(row.script, harms),
      harms: harms.map(({ kind, quote }) => ({ name: nameOfHarm(kind), quote })),
      reports: (shown.get(id) ?? []).map(({ reason, comment }) => ({
        reason: reasonLabels[reason],
        comment,
      })),
      reportCount: openReports.count,
      reportsSeen: openReports.latest?.getTime() ?? 0,
      reason: row.takedownReason ?? suggestReason(harms),
    };
  });
  const byId = new Map(cards.map((card) => [card.trackId, card]));
  return ids.map((id) => byId.get(id)).filter((card) => card !== undefined);
}

const nameOfHarm = (kind: string): string =>
  Object.entries(harmNames).find(([known]) => known === kind)?.[1] ?? kind;

function suggestReason(harms: readonly StoredHarm[]): string {
  const [first] = harms;
  return first
    ? `「${first.quote}」の箇所が、${nameOfHarm(first.kind)}にあたるためです。`
    : "投稿のルールに合わない内容が含まれているためです。";
}

/** The beginning of a script, and what else of it was found to be harmful, with that lit. */
function readScript(script: string, harms: readonly StoredHarm[]): Pick<ReviewCardView, "opening" | "lit"> {
  const turns = parseScript(withoutPlaceReadings(script));
  const quotes = harms.map(({ quote }) => quote).filter((quote) => quote !== "");
  const isLit = ({ text }: Turn) => quotes.some((quote) => text.includes(quote));
  return {
    opening: turns.slice(0, openingLines).map((turn) => lightLine(turn, quotes)),
    lit: turns
      .slice(openingLines)
      .filter(isLit)
      .slice(0, maxLitLines)
      .map((turn) => lightLine(turn, quotes)),
  };
}

/** A line cut to its length around what is lit in it, in pieces. */
function lightLine({ speaker, text }: Turn, quotes: readonly string[]): ReviewLine {
  const found = quotes
    .map((quote) => ({ start: text.indexOf(quote), end: text.indexOf(quote) + quote.length }))
    .filter(({ start }) => start >= 0)
    .sort((a, b) => a.start - b.start);
  const first = found[0]?.start ?? 0;
  const from = first + 40 > maxLineLength ? first - 40 : 0;
  const to = Math.max(from + maxLineLength, found[0]?.end ?? 0);
  const pieces: ReviewLine["pieces"] = from > 0 ? [{ text: "…", isLit: false }] : [];
  let at = from;
  for (const { start, end } of found) {
    if (start < at || start >= to) continue;
    if (start > at) pieces.push({ text: text.slice(at, start), isLit: false });
    pieces.push({ text: text.slice(start, end), isLit: true });
    at = end;
  }
  if (at < to && at < text.length) pieces.push({ text: text.slice(at, to).toWellFormed(), isLit: false });
  if (to < text.length) pieces.push({ text: "…", isLit: false });
  return { speaker, pieces };
}

function groupBy<Row, Value>(
  rows: readonly Row[],
  keyOf: (row: Row) => number,
  pick: (row: Row) => Value,
): Map<number, Value[]> {
  const groups = new Map<number, Value[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), pick(row)]);
  return groups;
}

async function readLabels(ids: number[]): Promise<Map<number, string[]>> {
  const rows = await primary
    .select({ trackId: trackLabels.trackId, name: labels.name })
    .from(trackLabels)
    .innerJoin(labels, eq(labels.id, trackLabels.labelId))
    .where(inArray(trackLabels.trackId, ids))
    .orderBy(asc(trackLabels.position));
  return groupBy(
    rows,
    ({ trackId }) => trackId,
    ({ name }) => name,
  );
}

async function countOpenReports(ids: number[]): Promise<Map<number, { count: number; latest: Date | null }>> {
  const { trackId, createdAt, handledAt } = trackReports;
  const rows = await primary
    .select({ trackId, count: count(), latest: max(createdAt) })
    .from(trackReports)
    .where(and(inArray(trackId, ids), isNull(handledAt)))
    .groupBy(trackId);
  return new Map(rows.map((row) => [row.trackId, row]));
}

async function readOpenReports(ids: number[]) {
  const { id, trackId, reason, comment, createdAt, handledAt } = trackReports;
  const numbered = primary
    .select({
      id,
      trackId,
      reason,
      comment,
      number: sql<number>`row_number() over (partition by ${trackId} order by ${createdAt}, ${id})`.as(
        "number",
      ),
    })
    .from(trackReports)
    .where(and(inArray(trackId, ids), isNull(handledAt)))
    .as("numbered");
  const rows = await primary
    .select()
    .from(numbered)
    .where(sql`${numbered.number} <= ${maxReportsShown}`)
    .orderBy(asc(numbered.number));
  return groupBy(
    rows,
    (row) => row.trackId,
    (row) => row,
  );
}

async function countReportsOfAuthors(authorIds: string[]): Promise<Map<string, number>> {
  const rows = await primary
    .select({ userId: tracks.userId, count: count() })
    .from(tracks)
    .innerJoin(trackReports, eq(trackReports.trackId, tracks.id))
    .where(inArray(tracks.userId, authorIds))
    .groupBy(tracks.userId);
  return new Map(rows.map((row) => [row.userId, row.count]));
}

async function countTakedowns(authorIds: string[]): Promise<Map<string, number>> {
  const rows = await primary
    .select({ userId: tracks.userId, count: count() })
    .from(tracks)
    .where(and(inArray(tracks.userId, authorIds), isNotNull(tracks.takenDownAt)))
    .groupBy(tracks.userId);
  return new Map(rows.map((row) => [row.userId, row.count]));
}
