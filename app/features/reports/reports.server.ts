import { and, desc, eq, isNotNull, isNull, type SQL } from "drizzle-orm";
import { db, primary } from "#db/client.ts";
import { trackReports, tracks, users } from "#db/schema/index.ts";
import type { ReportReason } from "./report.ts";
import type { Report } from "./reports.schema.ts";

/** A report as the operator reads it. */
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

/** Reports, the newest first, at most `limit`; with `isHandled` only those that are handled, or only those that are not. */
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

/** A report, or null. */
export async function findReport(id: number): Promise<StoredReport | null> {
  const [report] = await selectReports(eq(trackReports.id, id));
  return report ?? null;
}

/** How many reports nobody has handled. */
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

/** The viewer's report of a track, null for none. */
export async function findOwnReport(options: {
  viewer: { id: string };
  trackId: number;
}): Promise<Report | null> {
  const { viewer, trackId } = options;
  const [report] = await primary
    .select({ reason: trackReports.reason, comment: trackReports.comment, line: trackReports.line })
    .from(trackReports)
    .where(and(eq(trackReports.trackId, trackId), eq(trackReports.userId, viewer.id)));
  return report ? { ...report, line: report.line ?? undefined } : null;
}
