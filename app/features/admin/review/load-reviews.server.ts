import { and, asc, count, eq, inArray, isNotNull, isNull, max, sql } from "drizzle-orm";
import { harmAdvice, harmNames } from "#app/engines/harm/harm.ts";
import type { Turn } from "#app/engines/script/script.ts";
import { coverIdOf } from "#app/features/covers/cover.ts";
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
  trackCorrections,
  trackLabels,
  trackReports,
  tracks,
  users,
} from "#db/schema/index.ts";
import { readAuthorHistories } from "../evidence/author-history.server.ts";
import type { AuthorHistory } from "../evidence/evidence.ts";
import { lightLine, linesOf } from "../evidence/script-lines.server.ts";
import type { ReviewCardView } from "./review.ts";

const openingLines = 6;
/** Further lines of a card, because something was found there. */
const maxLitLines = 5;
const maxReportsShown = 3;
const maxCorrectionsShown = 3;

export async function readReviewCards(trackIds: readonly number[], now: Date): Promise<ReviewCardView[]> {
  const ids = [...trackIds];
  if (ids.length === 0) return [];
  const rows = await primary
    .select({
      id: tracks.id,
      coverSeed: tracks.coverSeed,
      coverVariant: tracks.coverVariant,
      title: tracks.title,
      description: tracks.description,
      script: tracks.script,
      durationMs: tracks.durationMs,
      takenDownAt: tracks.takenDownAt,
      takedownReason: tracks.takedownReason,
      listedFrom: tracks.listedFrom,
      cause: reviewItems.cause,
      queuedAt: reviewItems.queuedAt,
      harms: reviewItems.harms,
      author: { id: users.id, name: users.name },
    })
    .from(reviewItems)
    .innerJoin(tracks, eq(tracks.id, reviewItems.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(inArray(reviewItems.trackId, ids));
  const [names, open, shown, corrections, histories] = await Promise.all([
    readLabels(ids),
    countOpenReports(ids),
    readOpenReports(ids),
    readCorrections(ids),
    readAuthorHistories(
      rows.map(({ author }) => author.id),
      now,
    ),
  ]);
  const cards = rows.map((row): ReviewCardView => {
    const { id, author, harms } = row;
    const openReports = open.get(id) ?? { count: 0, latest: null };
    return {
      trackId: id,
      seen: row.queuedAt.getTime(),
      cause: row.cause,
      coverId: coverIdOf(row.coverSeed ?? id, row.coverVariant),
      title: row.title,
      description: row.description,
      labels: names.get(id) ?? [],
      duration: formatTime(row.durationMs / 1000),
      waiting: formatTimeAgo(row.queuedAt, now),
      isTakenDown: row.takenDownAt !== null,
      isListed: findWait(row.listedFrom, now) === null,
      author: {
        id: author.id,
        name: author.name || author.id,
        history: othersOf(histories.get(author.id), openReports.count, row.takenDownAt !== null),
      },
      ...readScript(row.script, harms),
      corrections: corrections.get(id) ?? [],
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

function othersOf(
  history: AuthorHistory | undefined,
  reports: number,
  isTakenDown: boolean,
): AuthorHistory | null {
  return history
    ? {
        ...history,
        reports: history.reports - reports,
        takedowns: history.takedowns - Number(isTakenDown),
      }
    : null;
}

/** A kind of harm is stored as text: a later version may not know it. */
const ofKind = (texts: Readonly<Record<string, string>>, kind: string): string | undefined =>
  Object.hasOwn(texts, kind) ? texts[kind] : undefined;
const nameOfHarm = (kind: string): string => ofKind(harmNames, kind) ?? kind;

function suggestReason(harms: readonly StoredHarm[]): string {
  const [first] = harms;
  return first
    ? `「${first.quote}」の箇所が、${nameOfHarm(first.kind)}にあたるためです。${ofKind(harmAdvice, first.kind) ?? ""}`
    : "投稿のルールに合わない内容が含まれているためです。";
}

function readScript(script: string, harms: readonly StoredHarm[]): Pick<ReviewCardView, "opening" | "lit"> {
  const turns = linesOf(script);
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
    .select({ trackId: sql<number>`${trackId}`, count: count(), latest: max(createdAt) })
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
      trackId: sql<number>`${trackId}`.as("track_id"),
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

/** Of the script a card shows only the beginning and what was found: a corrected line and its note could be missed. */
async function readCorrections(ids: number[]): Promise<Map<number, ReviewCardView["corrections"]>> {
  const { trackId, field, line, before, after, note, createdAt, correctedAt } = trackCorrections;
  const numbered = primary
    .select({
      trackId: sql<number>`${trackId}`.as("track_id"),
      ...{ field, line, before, after, note },
      number: sql<number>`row_number() over (partition by ${trackId} order by ${createdAt} desc)`.as(
        "number",
      ),
    })
    .from(trackCorrections)
    .where(and(inArray(trackId, ids), isNotNull(correctedAt)))
    .as("numbered");
  const rows = await primary
    .select()
    .from(numbered)
    .where(sql`${numbered.number} <= ${maxCorrectionsShown}`)
    .orderBy(asc(numbered.number));
  const shown = (row: (typeof rows)[number], text: string) =>
    row.field === "line" ? withoutPlaceReadings(text) : text;
  return groupBy(
    rows,
    (row) => row.trackId,
    (row) => ({
      field: row.field,
      line: row.field === "line" ? row.line + 1 : null,
      before: shown(row, row.before),
      after: shown(row, row.after),
      note: row.note,
    }),
  );
}
