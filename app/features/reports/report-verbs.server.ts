import { and, asc, eq, isNotNull, isNull, lte } from "drizzle-orm";
import { isLockedOut } from "#app/features/accounts/account.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { addCaseEntry, isRepeatedEntry } from "#app/features/cases/case-entries.server.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { notify } from "#app/features/notifications/server/notify.server.ts";
import { takeDownTrack } from "#app/features/tracks/moderation/take-down-track.server.ts";
import { type Db, write } from "#db/client.ts";
import { playlists, trackReports, tracks } from "#db/schema/index.ts";
import type { ReportOutcome } from "./report.ts";
import {
  auditTargetOf,
  findMemberBehind,
  lockReportsOf,
  ofSubject,
  type ReportSubject,
} from "./report-subject.server.ts";

type HandleReportsOptions = ReportSubject & {
  /** Closes only reports up to this moment: the operator has not seen later ones. */
  seenAt?: Date | undefined;
  reportId?: number | undefined;
  outcome: Exclude<ReportOutcome, "deleted">;
  note?: string;
  actor: Actor;
  now?: Date;
};

/**
 * Closes open reports with their outcome and tells each member who reported, without details. The outcome must already be
 * done. Returns how many were closed. Throws `NotFound` when the subject is gone, `Conflict` when none of the seen ones is
 * open any more, or the outcome is not so (any more).
 */
export function handleReports(options: HandleReportsOptions): Promise<number> {
  const { seenAt, reportId, outcome, note = "", actor, now = new Date() } = options;
  const subject = subjectOf(options);
  return write(async (tx) => {
    await lockReportsOf(tx, subject, { withMember: outcome === "denied" });
    await requireOutcome(tx, subject, outcome);
    const closed = await tx
      .update(trackReports)
      .set({ handledAt: now, outcome })
      .where(
        and(
          ofSubject(subject),
          isNull(trackReports.handledAt),
          seenAt && lte(trackReports.createdAt, seenAt),
          reportId === undefined ? undefined : eq(trackReports.id, reportId),
        ),
      )
      .returning({
        id: trackReports.id,
        userId: trackReports.userId,
        createdAt: trackReports.createdAt,
      });
    if (closed.length === 0) throw new Conflict("この報告は、ほかの画面で先に閉じられています。");
    await addCaseEntry(tx, { ...subject, kind: "handle", outcome, text: note, actor, now });
    for (const report of closed.sort((a, b) => a.id - b.id))
      await notifyReporter(tx, { subject, report, outcome, now });
    await recordAudit(tx, {
      actor,
      action: "report.handle",
      target: auditTargetOf(subject),
      before: { open: closed.length },
      after: { outcome, reports: closed.map(({ id }) => id) },
      now,
    });
    return closed.length;
  });
}

/** Drops all other options. */
function subjectOf({ trackId, memberId, playlistId }: ReportSubject): ReportSubject {
  if (trackId !== undefined) return { trackId };
  return memberId === undefined ? { playlistId } : { memberId };
}

/** Prevents false messages to reporters and the audit log: the page may be older than an undo. */
async function requireOutcome(
  tx: Db,
  subject: ReportSubject,
  outcome: HandleReportsOptions["outcome"],
): Promise<void> {
  if (outcome === "withheld" && !(await isTakenDown(tx, subject)))
    throw new Conflict("公開停止は、ほかの画面で先に解除されています。");
  if (outcome !== "denied") return;
  const member = await findMemberBehind(tx, subject);
  if (member && !isLockedOut(member.state))
    throw new Conflict("会員の利用停止は、ほかの画面で先に解除されています。");
}

/** A member never is. */
async function isTakenDown(tx: Db, { trackId, playlistId }: ReportSubject): Promise<boolean> {
  const table = trackId === undefined ? playlists : tracks;
  const id = trackId ?? playlistId;
  if (id === undefined) return false;
  const [found] = await tx.select({ takenDownAt: table.takenDownAt }).from(table).where(eq(table.id, id));
  return found?.takenDownAt instanceof Date;
}

/** A visitor can't be told. */
export async function notifyReporter(
  tx: Db,
  options: {
    subject: ReportSubject;
    report: { id: number; userId: string | null; createdAt: Date };
    outcome: ReportOutcome;
    now: Date;
  },
): Promise<void> {
  const { subject, report, outcome, now } = options;
  const { userId } = report;
  if (userId === null) return;
  const reportKey = `${report.id} ${report.createdAt.getTime()}`;
  const about = subject.memberId === undefined ? subject : {};
  await notify(tx, {
    userId,
    event:
      outcome === "none"
        ? { type: "report_declined", ...about, reportKey }
        : { type: "report_upheld", reportKey },
    now,
  });
}

export const openReportsOf = (tx: Db, subject: ReportSubject) =>
  tx
    .select({ id: trackReports.id, userId: trackReports.userId, createdAt: trackReports.createdAt })
    .from(trackReports)
    .where(and(ofSubject(subject), isNull(trackReports.handledAt)))
    .orderBy(asc(trackReports.id));

/** Reopens all, or `reportId`. Tells no reporter. Returns how many. Throws `NotFound`, and `Conflict` when none is closed. */
export function reopenReports(
  options: ReportSubject & { reportId?: number | undefined; actor: Actor; now?: Date },
): Promise<number> {
  const { reportId, actor, now = new Date() } = options;
  const subject = subjectOf(options);
  return write(async (tx) => {
    await lockReportsOf(tx, subject);
    const opened = await tx
      .update(trackReports)
      .set({ handledAt: null, outcome: null })
      .where(
        and(
          ofSubject(subject),
          isNotNull(trackReports.handledAt),
          reportId === undefined ? undefined : eq(trackReports.id, reportId),
        ),
      )
      .returning({ id: trackReports.id });
    if (opened.length === 0) throw new Conflict("この報告は、ほかの画面で先に開かれています。");
    await addCaseEntry(tx, { ...subject, kind: "reopen", actor, now });
    await recordAudit(tx, {
      actor,
      action: "report.reopen",
      target: auditTargetOf(subject),
      after: { reports: opened.map(({ id }) => id).sort((a, b) => a - b) },
      now,
    });
    return opened.length;
  });
}

/** Posted twice it is one note. Throws `NotFound` when the subject is gone. */
export function addReportNote(options: ReportSubject & { text: string; actor: Actor }): Promise<void> {
  const { text, actor } = options;
  const subject = subjectOf(options);
  return write(async (tx) => {
    await lockReportsOf(tx, subject);
    const note = { ...subject, kind: "note", text, actor, now: new Date() } as const;
    if (await isRepeatedEntry(tx, note)) return;
    await addCaseEntry(tx, note);
    await recordAudit(tx, { actor, action: "report.note", target: auditTargetOf(subject) });
  });
}

/** All or nothing; an earlier takedown keeps its reason. `reason`: for the author. Throws `NotFound`, `Conflict`. */
export function takeDownReportedTrack(options: {
  trackId: number;
  seenAt: Date;
  reason: string | null;
  actor: Actor;
}): Promise<number> {
  const { trackId, reason, actor } = options;
  return write(async (tx) => {
    await lockReportsOf(tx, { trackId }, { withMember: true });
    const [track] = await tx
      .select({ takenDownAt: tracks.takenDownAt })
      .from(tracks)
      .where(eq(tracks.id, trackId));
    if (track?.takenDownAt === null) await takeDownTrack({ trackId, reason, actor });
    return handleReports({ ...options, outcome: "withheld", note: reason ?? "" });
  });
}
