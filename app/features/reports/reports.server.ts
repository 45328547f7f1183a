import { and, desc, eq, isNotNull, isNull, type SQL } from "drizzle-orm";
import { db, primary } from "#db/client.ts";
import { trackReports, tracks, users } from "#db/schema/index.ts";
import type { ReportReason } from "./report.ts";
import { ofSubject, type ReportSubject } from "./report-subject.server.ts";
import type { Report } from "./reports.schema.ts";

export interface StoredReport {
  id: number;
  reason: ReportReason;
  comment: string;
  /** Null for visitors and deleted accounts. */
  reporterId: string | null;
  createdAt: Date;
  handledAt: Date | null;
  track: { id: number; title: string; isVisible: boolean; posterId: string; posterName: string };
}

/** The newest first. `isHandled`: only handled ones, or only open ones. */
export function listReports(options: {
  isHandled?: boolean | undefined;
  limit: number;
}): Promise<StoredReport[]> {
  const { isHandled, limit } = options;
  const { handledAt } = trackReports;
  return selectReports(
    isHandled === undefined ? undefined : isHandled ? isNotNull(handledAt) : isNull(handledAt),
  )
    .orderBy(desc(trackReports.createdAt), desc(trackReports.id))
    .limit(limit);
}

export async function findReport(id: number): Promise<StoredReport | null> {
  const [report] = await selectReports(eq(trackReports.id, id));
  return report ?? null;
}

export const countOpenReports = (): Promise<number> =>
  db.$count(trackReports, isNull(trackReports.handledAt));

const selectReports = (condition: SQL | undefined) =>
  db
    .select({
      id: trackReports.id,
      reason: trackReports.reason,
      comment: trackReports.comment,
      reporterId: trackReports.userId,
      createdAt: trackReports.createdAt,
      handledAt: trackReports.handledAt,
      track: {
        id: tracks.id,
        title: tracks.title,
        isVisible: tracks.isVisible,
        posterId: tracks.userId,
        posterName: users.name,
      },
    })
    .from(trackReports)
    .innerJoin(tracks, eq(tracks.id, trackReports.trackId))
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(condition);

export async function findOwnReport(options: {
  viewer: { id: string };
  subject: ReportSubject;
}): Promise<Report | null> {
  const { viewer, subject } = options;
  const [report] = await primary
    .select({ reason: trackReports.reason, comment: trackReports.comment, line: trackReports.line })
    .from(trackReports)
    .where(and(ofSubject(subject), eq(trackReports.userId, viewer.id)));
  return report ? { ...report, line: report.line ?? undefined } : null;
}
