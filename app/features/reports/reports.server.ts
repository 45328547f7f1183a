import { and, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { db, primary } from "#db/client.ts";
import { playlists, trackReports, tracks, users } from "#db/schema/index.ts";
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
  subject: ReportSubject;
  /** Of the track or playlist; null for a member. */
  title: string | null;
  isTakenDown: boolean;
  /** The reported member, else whose the track or playlist is. */
  member: Pick<typeof users.$inferSelect, "id" | "name" | "customUserId" | "state">;
}

/** Of tracks, members and playlists, the newest first. `isHandled`: only handled ones, or only open ones. */
export function listReports(options: {
  isHandled?: boolean | undefined;
  limit: number;
}): Promise<StoredReport[]> {
  const { isHandled, limit } = options;
  const { handledAt } = trackReports;
  return selectReports(
    isHandled === undefined ? undefined : isHandled ? isNotNull(handledAt) : isNull(handledAt),
    limit,
  );
}

export async function findReport(id: number): Promise<StoredReport | null> {
  const [report] = await selectReports(eq(trackReports.id, id), 1);
  return report ?? null;
}

export const countOpenReports = (): Promise<number> =>
  db.$count(trackReports, isNull(trackReports.handledAt));

async function selectReports(condition: SQL | undefined, limit: number): Promise<StoredReport[]> {
  const { id, reason, comment, userId: reporterId, createdAt, handledAt, memberId } = trackReports;
  const rows = await db
    .select({
      report: { id, reason, comment, reporterId, createdAt, handledAt },
      subject: { trackId: trackReports.trackId, memberId, playlistId: trackReports.playlistId },
      track: { title: tracks.title, takenDownAt: tracks.takenDownAt },
      playlist: { title: playlists.name, takenDownAt: playlists.takenDownAt },
      member: { id: users.id, name: users.name, customUserId: users.customUserId, state: users.state },
    })
    .from(trackReports)
    .leftJoin(tracks, eq(tracks.id, trackReports.trackId))
    .leftJoin(playlists, eq(playlists.id, trackReports.playlistId))
    .innerJoin(users, eq(users.id, sql`coalesce(${memberId}, ${tracks.userId}, ${playlists.userId})`))
    .where(condition)
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
  return rows.map(({ report, subject, track, playlist, member }) => ({
    ...report,
    subject: storedSubject(subject),
    title: (track ?? playlist)?.title ?? null,
    isTakenDown: Boolean((track ?? playlist)?.takenDownAt),
    member,
  }));
}

function storedSubject({
  trackId,
  memberId,
  playlistId,
}: Pick<typeof trackReports.$inferSelect, "trackId" | "memberId" | "playlistId">): ReportSubject {
  if (trackId !== null) return { trackId };
  if (memberId !== null) return { memberId };
  if (playlistId !== null) return { playlistId };
  throw new Error("a report has no subject");
}

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
