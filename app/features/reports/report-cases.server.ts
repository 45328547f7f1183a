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
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import { type CaseEntry, listCaseEntries } from "#app/features/cases/case-entries.server.ts";
import { db } from "#db/client.ts";
import { trackReports, tracks, users } from "#db/schema/index.ts";
import type { ReportOutcome, ReportReason } from "./report.ts";
import { type ReportSubjectKind, subjectColumns } from "./report-subject.server.ts";

/** Open and closed each, the oldest. */
const maxShown = 20;

export interface CaseReports {
  openCount: number;
  closedCount: number;
  latestOpenAt: Date | null;
  /** At most 20 open and 20 closed ones, the oldest first. */
  reports: {
    id: number;
    reason: ReportReason;
    comment: string;
    /** The reported line, as it began then; null and empty for the whole track. */
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

/** All reports of one track: an operator judges them together. */
export interface ReportCase extends CaseReports {
  track: {
    id: number;
    title: string;
    isVisible: boolean;
    isTakenDown: boolean;
    /** Nobody else saw it before an operator did anything about it. */
    isHiddenByAuthor: boolean;
    author: { id: string; name: string; state: (typeof users.$inferSelect)["state"] };
  };
}

/** `total` counts no further than `maxTotal`. */
export interface CasePaging {
  offset: number;
  limit: number;
  maxTotal: number;
}

type SubjectId<Kind extends ReportSubjectKind> = Kind extends "member" ? string : number;

/** `closed`: all reports of the track are closed. */
export interface ReportCaseFilter {
  state: "open" | "closed";
  trackId?: number | undefined;
  posterId?: string | undefined;
  reporterId?: string | undefined;
}

const other = alias(trackReports, "other");
const otherColumns: Record<ReportSubjectKind, PgColumn> = {
  track: other.trackId,
  member: other.memberId,
  playlist: other.playlistId,
};

/** Open ones by their oldest open report, closed ones by what was closed last. */
export async function listReportCases(
  options: ReportCaseFilter & CasePaging,
): Promise<{ cases: ReportCase[]; total: number }> {
  const { ids, total } = await listReportedTracks(options);
  return { cases: await findCases(ids), total };
}

/** The ids of the tracks of `listReportCases`. */
export async function listReportedTracks(
  options: ReportCaseFilter & Omit<CasePaging, "maxTotal"> & { maxTotal?: number },
): Promise<{ ids: number[]; total: number }> {
  const { trackId, posterId, reporterId, maxTotal = 0 } = options;
  const ofAuthor =
    posterId === undefined
      ? null
      : db.select({ id: tracks.id }).from(tracks).where(eq(tracks.userId, posterId));
  const ofReporter =
    reporterId === undefined
      ? null
      : db.select({ id: other.trackId }).from(other).where(eq(other.userId, reporterId));
  return listReported("track", {
    ...options,
    maxTotal,
    where: and(
      trackId === undefined ? undefined : eq(trackReports.trackId, trackId),
      ofAuthor ? inArray(trackReports.trackId, ofAuthor) : undefined,
      ofReporter ? inArray(trackReports.trackId, ofReporter) : undefined,
    ),
  });
}

/** In the order of `listReportCases`. `where`: a condition of `trackReports`. */
export async function listReported<Kind extends ReportSubjectKind>(
  kind: Kind,
  options: { state: "open" | "closed"; where?: SQL | undefined } & CasePaging,
): Promise<{ ids: SubjectId<Kind>[]; total: number }> {
  const { offset, limit, maxTotal, state } = options;
  const where = and(isHead(kind, state), options.where);
  const { createdAt, handledAt, id } = trackReports;
  const column: PgColumn = subjectColumns[kind];
  const [heads, [counted]] = await Promise.all([
    db
      .select({ subjectId: sql<SubjectId<Kind>>`${column}` })
      .from(trackReports)
      .where(where)
      .orderBy(...(state === "open" ? [asc(createdAt), asc(id)] : [desc(handledAt), desc(id)]))
      .limit(limit)
      .offset(offset),
    db
      .select({ total: count() })
      .from(db.select({ id }).from(trackReports).where(where).limit(maxTotal).as("counted")),
  ]);
  return { ids: heads.map(({ subjectId }) => subjectId), total: counted?.total ?? 0 };
}

/** One report stands for its subject: the oldest open one, or the one that was closed last. */
function isHead(kind: ReportSubjectKind, state: "open" | "closed"): SQL | undefined {
  const { handledAt } = trackReports;
  const column: PgColumn = subjectColumns[kind];
  const ofSameSubject = (condition: SQL | undefined) =>
    notExists(
      db
        .select({ id: other.id })
        .from(other)
        .where(and(eq(otherColumns[kind], column), condition)),
    );
  const isOpen = isNull(other.handledAt);
  return and(
    isNotNull(column),
    ...(state === "open"
      ? [
          isNull(handledAt),
          ofSameSubject(
            and(
              isOpen,
              sql`(${other.createdAt}, ${other.id}) < (${trackReports.createdAt}, ${trackReports.id})`,
            ),
          ),
        ]
      : [
          isNotNull(handledAt),
          ofSameSubject(isOpen),
          ofSameSubject(sql`(${other.handledAt}, ${other.id}) > (${handledAt}, ${trackReports.id})`),
        ]),
  );
}

async function findCases(trackIds: number[]): Promise<ReportCase[]> {
  if (trackIds.length === 0) return [];
  const [found, reports] = await Promise.all([
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
    findReportsOf("track", trackIds),
  ]);
  const trackById = new Map(
    found.map(({ isShownByAuthor, isTakenDown, ...track }) => [
      track.id,
      { ...track, isTakenDown: Boolean(isTakenDown), isHiddenByAuthor: !isShownByAuthor },
    ]),
  );
  return trackIds.flatMap((trackId) => {
    const track = trackById.get(trackId);
    const ofTrack = reports.get(trackId);
    return track && ofTrack ? { track, ...ofTrack } : [];
  });
}

export async function findReportsOf<Kind extends ReportSubjectKind>(
  kind: Kind,
  ids: readonly SubjectId<Kind>[],
): Promise<Map<SubjectId<Kind>, CaseReports>> {
  const [counts, reports, entries] = await Promise.all([
    countReports(kind, ids),
    listShownReports(kind, ids),
    listCaseEntries(keyOfKind[kind], ids),
  ]);
  return new Map(
    ids.map((id) => {
      const ofSubject = counts.filter(({ subjectId }) => subjectId === id);
      const open = ofSubject.find(({ isOpen }) => isOpen);
      return [
        id,
        {
          openCount: open?.count ?? 0,
          closedCount: ofSubject.find(({ isOpen }) => !isOpen)?.count ?? 0,
          latestOpenAt: open?.latestAt ?? null,
          reports: reports.filter(({ subjectId }) => subjectId === id),
          entries: entries.get(id) ?? [],
        },
      ];
    }),
  );
}

const keyOfKind = { track: "trackId", member: "memberId", playlist: "playlistId" } as const;

async function countReports<Kind extends ReportSubjectKind>(kind: Kind, ids: readonly SubjectId<Kind>[]) {
  const column: PgColumn = subjectColumns[kind];
  const isOpen = sql<boolean | number>`case when ${trackReports.handledAt} is null then 1 else 0 end`;
  const rows = await db
    .select({
      subjectId: sql<SubjectId<Kind>>`${column}`,
      isOpen,
      count: count(),
      latestAt: max(trackReports.createdAt),
    })
    .from(trackReports)
    .where(inArray(column, [...ids]))
    .groupBy(column, isOpen);
  return rows.map((row) => ({ ...row, isOpen: Boolean(row.isOpen) }));
}

function listShownReports<Kind extends ReportSubjectKind>(kind: Kind, ids: readonly SubjectId<Kind>[]) {
  const { id, reason, comment, line, quote, userId, createdAt, handledAt, outcome } = trackReports;
  const column: PgColumn = subjectColumns[kind];
  const numbered = db
    .select({
      id,
      subjectId: sql<SubjectId<Kind>>`${column}`.as("subject_id"),
      reason,
      comment,
      line,
      quote,
      userId,
      createdAt,
      handledAt,
      outcome,
      number:
        sql<number>`row_number() over (partition by ${column}, case when ${handledAt} is null then 1 else 0 end order by ${createdAt}, ${id})`.as(
          "number",
        ),
    })
    .from(trackReports)
    .where(inArray(column, [...ids]))
    .as("numbered");
  return db
    .select({
      id: numbered.id,
      subjectId: numbered.subjectId,
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

/** Counts no further than `maxTotal`. */
export async function countOpenReportCases(
  maxTotal: number,
  kind: ReportSubjectKind = "track",
): Promise<number> {
  const column: PgColumn = subjectColumns[kind];
  const [counted] = await db.select({ total: count() }).from(
    db
      .selectDistinct({ subjectId: sql`${column}`.as("subject_id") })
      .from(trackReports)
      .where(and(isNull(trackReports.handledAt), isNotNull(column)))
      .limit(maxTotal)
      .as("counted"),
  );
  return counted?.total ?? 0;
}
