import { and, asc, eq, isNotNull, isNull, lte } from "drizzle-orm";
import { isLockedOut } from "#app/features/accounts/account.ts";
import { lockUsersForShare } from "#app/features/accounts/server/locks.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { addCaseEntry, isRepeatedEntry } from "#app/features/cases/case-entries.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { notify } from "#app/features/notifications/server/notify.server.ts";
import { takeDownTrack } from "#app/features/tracks/moderation/take-down-track.server.ts";
import { type Db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { trackReports, tracks, users } from "#db/schema/index.ts";
import type { ReportOutcome } from "./report.ts";

interface HandleReportsOptions {
  trackId: number;
  /** Only reports up to this moment, which the operator has seen; later ones stay open. Without it: all. */
  seenAt?: Date | undefined;
  /** Only this report. */
  reportId?: number | undefined;
  outcome: Exclude<ReportOutcome, "deleted">;
  /** Kept with the case. */
  note?: string;
  actor: Actor;
  now?: Date;
}

/**
 * Closes the open reports of a track with what was done about it, and tells each member who had reported it, without details.
 * What the outcome names is not done here but must be so. Returns how many were closed. Throws `NotFound` when the track has
 * gone, and `Conflict` when none of those that were seen is open any more, or when the outcome is (no longer) so.
 */
export function handleReports(options: HandleReportsOptions): Promise<number> {
  const { trackId, seenAt, reportId, outcome, note = "", actor, now = new Date() } = options;
  return write(async (tx) => {
    await lockReportsOfTrack(tx, trackId, { withAuthor: outcome === "denied" });
    await requireOutcome(tx, trackId, outcome);
    const closed = await tx
      .update(trackReports)
      .set({ handledAt: now, outcome })
      .where(
        and(
          eq(trackReports.trackId, trackId),
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
    await addCaseEntry(tx, { trackId, kind: "handle", outcome, text: note, actor, now });
    for (const report of closed.sort((a, b) => a.id - b.id))
      await tellReporter(tx, { trackId, report, outcome, now });
    await recordAudit(tx, {
      actor,
      action: "report.handle",
      target: { type: "track", id: trackId },
      before: { open: closed.length },
      after: { outcome, reports: closed.map(({ id }) => id) },
      now,
    });
    return closed.length;
  });
}

/** Whoever reported the track, and the audit log, are told nothing that is not so: the page may be older than an undo. */
async function requireOutcome(
  tx: Db,
  trackId: number,
  outcome: HandleReportsOptions["outcome"],
): Promise<void> {
  const [found] = await tx
    .select({ takenDownAt: tracks.takenDownAt, authorState: users.state })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(eq(tracks.id, trackId));
  if (outcome === "withheld" && found?.takenDownAt === null)
    throw new Conflict("この音声の公開停止は、ほかの画面で先に解除されています。");
  if (outcome === "denied" && found && !isLockedOut(found.authorState))
    throw new Conflict("投稿した会員の利用停止は、ほかの画面で先に解除されています。");
}

/**
 * Locks what changing the reports of a track touches until `tx` ends: the accounts of those who reported it, and of its author
 * when asked for, then the track. Throws `NotFound` when the track has gone.
 */
async function lockReportsOfTrack(
  tx: Db,
  trackId: number,
  { withAuthor = false }: { withAuthor?: boolean } = {},
): Promise<void> {
  await lockReporters(tx, trackId, { withAuthor });
  const [track] = await forUpdate(
    tx.select({ id: tracks.id }).from(tracks).where(eq(tracks.id, trackId)),
    "no key update",
  );
  if (!track) throw new NotFound("音声が見つかりません");
}

/** Locks the accounts of those who reported a track, so that they can be told, and of its author when asked for. */
export async function lockReporters(
  tx: Db,
  trackId: number,
  { withAuthor = false }: { withAuthor?: boolean } = {},
): Promise<void> {
  const reporters = await tx
    .select({ userId: trackReports.userId })
    .from(trackReports)
    .where(eq(trackReports.trackId, trackId));
  const [track] = withAuthor
    ? await tx.select({ userId: tracks.userId }).from(tracks).where(eq(tracks.id, trackId))
    : [];
  await lockUsersForShare(tx, [
    ...reporters.flatMap(({ userId }) => (userId ? [userId] : [])),
    ...(track ? [track.userId] : []),
  ]);
}

/** Tells a member that their report was handled; a visitor can't be told. */
export async function tellReporter(
  tx: Db,
  options: {
    trackId: number;
    report: { id: number; userId: string | null; createdAt: Date };
    outcome: ReportOutcome;
    now: Date;
  },
): Promise<void> {
  const { trackId, report, outcome, now } = options;
  const { userId } = report;
  if (userId === null) return;
  const reportKey = `${report.id} ${report.createdAt.getTime()}`;
  await notify(tx, {
    userId,
    event:
      outcome === "none"
        ? { type: "report_declined", trackId, reportKey }
        : { type: "report_upheld", reportKey },
    now,
  });
}

/** The open reports of a track, the oldest first. */
export const openReportsOf = (tx: Db, trackId: number) =>
  tx
    .select({ id: trackReports.id, userId: trackReports.userId, createdAt: trackReports.createdAt })
    .from(trackReports)
    .where(and(eq(trackReports.trackId, trackId), isNull(trackReports.handledAt)))
    .orderBy(asc(trackReports.id));

/**
 * Opens the closed reports of a track again, or the one of them with `reportId`. Who reported it is not told. Returns how many
 * were opened. Throws `NotFound` when the track has gone, `Conflict` when none is closed.
 */
export function reopenReports(options: {
  trackId: number;
  reportId?: number | undefined;
  actor: Actor;
  now?: Date;
}): Promise<number> {
  const { trackId, reportId, actor, now = new Date() } = options;
  return write(async (tx) => {
    await lockReportsOfTrack(tx, trackId);
    const opened = await tx
      .update(trackReports)
      .set({ handledAt: null, outcome: null })
      .where(
        and(
          eq(trackReports.trackId, trackId),
          isNotNull(trackReports.handledAt),
          reportId === undefined ? undefined : eq(trackReports.id, reportId),
        ),
      )
      .returning({ id: trackReports.id });
    if (opened.length === 0) throw new Conflict("この報告は、ほかの画面で先に開かれています。");
    await addCaseEntry(tx, { trackId, kind: "reopen", actor, now });
    await recordAudit(tx, {
      actor,
      action: "report.reopen",
      target: { type: "track", id: trackId },
      after: { reports: opened.map(({ id }) => id).sort((a, b) => a - b) },
      now,
    });
    return opened.length;
  });
}

/** Adds an internal note to the reports of a track; posted twice it is one. Throws `NotFound` when the track has gone. */
export function addReportNote(options: {
  trackId: number;
  text: string;
  actor: Actor;
  now?: Date;
}): Promise<void> {
  const { trackId, text, actor, now = new Date() } = options;
  return write(async (tx) => {
    await lockReportsOfTrack(tx, trackId);
    const note = { trackId, kind: "note", text, actor, now } as const;
    if (await isRepeatedEntry(tx, note)) return;
    await addCaseEntry(tx, note);
    await recordAudit(tx, { actor, action: "report.note", target: { type: "track", id: trackId }, now });
  });
}

/**
 * Takes down a reported track and closes its reports up to `seenAt`, all or nothing; one that is taken down already keeps its
 * reason. `reason`: what the author reads; null for nothing. Throws `NotFound`, `Conflict` (`handleReports`).
 */
export function takeDownReportedTrack(options: {
  trackId: number;
  seenAt: Date;
  reason: string | null;
  actor: Actor;
  now?: Date;
}): Promise<number> {
  const { trackId, reason, actor, now = new Date() } = options;
  return write(async (tx) => {
    await lockReportsOfTrack(tx, trackId, { withAuthor: true });
    const [track] = await tx
      .select({ takenDownAt: tracks.takenDownAt })
      .from(tracks)
      .where(eq(tracks.id, trackId));
    if (track?.takenDownAt === null) await takeDownTrack({ trackId, reason, actor, now });
    return handleReports({ ...options, outcome: "withheld", note: reason ?? "", now });
  });
}
