import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lte,
  max,
  notExists,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type CaseEntry, listCaseEntries } from "#app/features/cases/case-entries.server.ts";
import { db } from "#db/client.ts";
import { trackReports, tracks, users } from "#db/schema/index.ts";
import type { ReportOutcome, ReportReason } from "./report.ts";

/** Reports of one track that a card shows, open and closed each; the oldest. */
const maxShown = 20;

/** All reports of a track: they are judged together. */
export interface ReportCase {
  track: {
    id: number;
    title: string;
    isVisible: boolean;
    isTakenDown: boolean;
    /** Whether nobody else saw it before an operator did anything about it. */
    isHiddenByAuthor: boolean;
    author: { id: string; name: string; state: (typeof users.$inferSelect)["state"] };
  };
  openCount: number;
  closedCount: number;
  /** Time of the latest open report; null without one. */
  latestOpenAt: Date | null;
  /** At most 20 open and 20 closed ones, the oldest first. */
  reports: {
    id: number;
    reason: ReportReason;
    comment: string;
    /** The line of the script that it is about, as it began then; null and empty for the whole track. */
    line: number | null;
    quote: string;
    /** Null for visitors and deleted accounts. */
    reporter: { id: string; name: string } | null;
    createdAt: Date;
    handledAt: Date | null;
    outcome: ReportOutcome | null;
  }[];
  entries: CaseEntry[];
}

/** Which tracks the console lists: those with open reports, or those whose reports are all closed. */
export interface ReportCaseFilter {
  state: "open" | "closed";
  trackId?: number | undefined;
  /** Only tracks of this member. */
  posterId?: string | undefined;
  /** Only tracks that this member has reported. */
  reporterId?: string | undefined;
}

const other = alias(trackReports, "other");

/**
 * A page of reported tracks: open ones by their oldest open report, closed ones by what was closed last. `total` counts no
 * further than `maxTotal`.
 */
export async function listReportCases(
  options: ReportCaseFilter & { offset: number; limit: number; maxTotal: number },
): Promise<{ cases: ReportCase[]; total: number }> {
  const { offset, limit, maxTotal, state } = options;
  const where = conditionOf(options);
  const { createdAt, handledAt, id, trackId } = trackReports;
  const [heads, [counted]] = await Promise.all([
    db
      .select({ trackId })
      .from(trackReports)
      .where(where)
      .orderBy(...(state === "open" ? [asc(createdAt), asc(id)] : [desc(handledAt), desc(id)]))
      .limit(limit)
      .offset(offset),
    db
      .select({ total: count() })
      .from(db.select({ id }).from(trackReports).where(where).limit(maxTotal).as("counted")),
  ]);
  return { cases: await findCases(heads.map((head) => head.trackId)), total: counted?.total ?? 0 };
}

/** One report of each track stands for all: the oldest open one, or the one that was closed last. */
function conditionOf({ state, trackId, posterId, reporterId }: ReportCaseFilter): SQL | undefined {
  const { handledAt } = trackReports;
  const ofSameTrack = (condition: SQL | undefined) =>
    notExists(
      db
        .select({ id: other.id })
        .from(other)
        .where(and(eq(other.trackId, trackReports.trackId), condition)),
    );
  const isOpen = isNull(other.handledAt);
  const isHead =
    state === "open"
      ? and(
          isNull(handledAt),
          ofSameTrack(
            and(
              isOpen,
              sql`(${other.createdAt}, ${other.id}) < (${trackReports.createdAt}, ${trackReports.id})`,
            ),
          ),
        )
      : and(
          isNotNull(handledAt),
          ofSameTrack(isOpen),
          ofSameTrack(sql`(${other.handledAt}, ${other.id}) > (${handledAt}, ${trackReports.id})`),
        );
  const ofAuthor =
    posterId === undefined
      ? null
      : db.select({ id: tracks.id }).from(tracks).where(eq(tracks.userId, posterId));
  const ofReporter =
    reporterId === undefined
      ? null
      : db.select({ id: other.trackId }).from(other).where(eq(other.userId, reporterId));
  return and(
    isHead,
    trackId === undefined ? undefined : eq(trackReports.trackId, trackId),
    ofAuthor ? inArray(trackReports.trackId, ofAuthor) : undefined,
    ofReporter ? inArray(trackReports.trackId, ofReporter) : undefined,
  );
}

/** The cases of tracks, in the order of `trackIds`. */
async function findCases(trackIds: number[]): Promise<ReportCase[]> {
  if (trackIds.length === 0) return [];
  const [found, counts, reports, entries] = await Promise.all([
    db
      .select({
        id: tracks.id,
        title: tracks.title,
        isVisible: tracks.isVisible,
        isTakenDown: sql<boolean | number>`${tracks.takenDownAt} is not null`,
        isShownByAuthor: sql<boolean | number>`coalesce(${tracks.wasVisibleBefore}, ${tracks.isVisible})`,
        author: { id: users.id, name: users.name, state: users.state },
      })
      .from(tracks)
      .innerJoin(users, eq(users.id, tracks.userId))
      .where(inArray(tracks.id, trackIds)),
    countReports(trackIds),
    listShownReports(trackIds),
    listCaseEntries({ trackIds }),
  ]);
  const trackById = new Map(
    found.map(({ isShownByAuthor, isTakenDown, ...track }) => [
      track.id,
      { ...track, isTakenDown: Boolean(isTakenDown), isHiddenByAuthor: !isShownByAuthor },
    ]),
  );
  return trackIds.flatMap((trackId) => {
    const track = trackById.get(trackId);
    const ofTrack = counts.filter((each) => each.trackId === trackId);
    const open = ofTrack.find(({ isOpen }) => isOpen);
    if (!track) return [];
    return {
      track,
      openCount: open?.count ?? 0,
      closedCount: ofTrack.find(({ isOpen }) => !isOpen)?.count ?? 0,
      latestOpenAt: open?.latestAt ?? null,
      reports: reports.filter((report) => report.trackId === trackId),
      entries: entries.get(trackId) ?? [],
    };
  });
}

async function countReports(trackIds: number[]) {
  const isOpen = sql<boolean | number>`case when ${trackReports.handledAt} is null then 1 else 0 end`;
  const rows = await db
    .select({
      trackId: trackReports.trackId,
      isOpen,
      count: count(),
      latestAt: max(trackReports.createdAt),
    })
    .from(trackReports)
    .where(inArray(trackReports.trackId, trackIds))
    .groupBy(trackReports.trackId, isOpen);
  return rows.map((row) => ({ ...row, isOpen: Boolean(row.isOpen) }));
}

function listShownReports(trackIds: number[]) {
  const { id, trackId, reason, comment, line, quote, userId, createdAt, handledAt, outcome } = trackReports;
  const numbered = db
    .select({
      id,
      trackId,
      reason,
      comment,
      line,
      quote,
      userId,
      createdAt,
      handledAt,
      outcome,
      number:
        sql<number>`row_number() over (partition by ${trackId}, case when ${handledAt} is null then 1 else 0 end order by ${createdAt}, ${id})`.as(
          "number",
        ),
    })
    .from(trackReports)
    .where(inArray(trackId, trackIds))
    .as("numbered");
  return db
    .select({
      id: numbered.id,
      trackId: numbered.trackId,
      reason: numbered.reason,
      comment: numbered.comment,
      line: numbered.line,
      quote: numbered.quote,
      reporter: { id: users.id, name: users.name },
      createdAt: numbered.createdAt,
      handledAt: numbered.handledAt,
      outcome: numbered.outcome,
    })
    .from(numbered)
    .leftJoin(users, eq(users.id, numbered.userId))
    .where(lte(numbered.number, maxShown))
    .orderBy(asc(numbered.createdAt), asc(numbered.id));
}

/** How many tracks have open reports; counts no further than `maxTotal`. */
export async function countOpenReportCases(maxTotal: number): Promise<number> {
  const [counted] = await db
    .select({ total: count() })
    .from(
      db
        .selectDistinct({ trackId: trackReports.trackId })
        .from(trackReports)
        .where(isNull(trackReports.handledAt))
        .limit(maxTotal)
        .as("counted"),
    );
  return counted?.total ?? 0;
}
