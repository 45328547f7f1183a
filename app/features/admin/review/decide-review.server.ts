import { and, desc, eq, gt, isNull, lte } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { lockReporters } from "#app/features/reports/report-subject.server.ts";
import { handleReports, reopenReports } from "#app/features/reports/report-verbs.server.ts";
import { sendModerationEmail } from "#app/features/tracks/moderation/moderation-email.server.ts";
import { removeFromReview } from "#app/features/tracks/moderation/review-item.server.ts";
import { markReviewed } from "#app/features/tracks/moderation/review-track.server.ts";
import {
  lockTrackWithAuthor,
  restoreLocked,
  takeDownLocked,
} from "#app/features/tracks/moderation/take-down-track.server.ts";
import { setTrackVisibility } from "#app/features/tracks/server/set-track-visibility.server.ts";
import { unlistUntilReviewed } from "#app/features/tracks/server/track-listing.server.ts";
import { type Db, db, write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { removeRows } from "#db/remove-rows.ts";
import { emails, recentReviews, reviewItems, trackReports, tracks } from "#db/schema/index.ts";
import { claimMs, decidedLabels, type ReviewDecision, type UndoView, undoMs } from "./review.ts";

const messages = {
  gone: "この音声は、ほかの画面で先に確認されています。",
  changed: "表示したあとで、内容が変わっています。いまの内容を確認してください。",
  claimed: "この音声は、ほかの運営の方が確認しています。",
  tooLate: "1分を過ぎたか、ほかの画面で変更されたため、取り消せません。",
} as const;

type Track = typeof tracks.$inferSelect;
type Item = typeof reviewItems.$inferSelect;

interface Decision {
  actor: Actor;
  sessionId: string;
  trackId: number;
  decision: ReviewDecision;
  /** Since when the track waits (ms), as the card says. */
  seen: number;
  /** Time of the card's latest report (ms): later ones stay open. */
  reports: number;
  /** The author of a taken down track reads it; null for nothing. */
  reason?: string | null;
  now?: Date;
}

/**
 * Makes an operator's decision and takes the track out of the queue:
 *
 * - `approve`: marks it as 確認済み and restores it if it waited taken down. Closes the reports without an act.
 * - `hold`: puts it aside. A new author's track stays out of visitors' lists until it is decided.
 * - `hide`: hides it from everybody but its author, who can show it again. Reports stay open.
 * - `take-down`: takes it down with a reason and closes the reports.
 *
 * The author's email waits a minute, in which `undoReview` takes everything back. Throws `Conflict` when the track was
 * decided or changed elsewhere, or another operator looks at it.
 */
export async function decideReview(o: Decision): Promise<void> {
  const { actor, trackId, decision, now = new Date() } = o;
  await write(async (tx) => {
    await lockReporters(tx, { trackId }, { withMember: true });
    const track = await lockTrackWithAuthor(tx, trackId);
    const item = await lockItem(tx, { ...o, now });
    const openReports =
      decision === "approve" || decision === "take-down" ? await openReportsSeen(tx, o) : [];
    const emailId = await act(tx, { ...o, now, track });
    if (openReports.length > 0) {
      const outcome = decision === "approve" ? "none" : "withheld";
      await handleReports({ trackId, seenAt: new Date(o.reports), outcome, actor, now });
    }
    await tx.insert(recentReviews).values({
      trackId,
      sessionId: o.sessionId,
      decision,
      decidedAt: now,
      before: describeBefore({ track, item, reports: openReports, emailId }),
    });
  });
}

async function lockItem(tx: Db, o: Decision & { now: Date }): Promise<Item> {
  const [item] = await forUpdate(
    tx.select().from(reviewItems).where(eq(reviewItems.trackId, o.trackId)),
    "update",
  );
  if (!item) throw new Conflict(messages.gone);
  if (item.queuedAt.getTime() !== o.seen) throw new Conflict(messages.changed);
  const isElsewhere = item.claimedBy !== null && item.claimedBy !== o.sessionId;
  if (isElsewhere && item.claimedUntil !== null && item.claimedUntil > o.now)
    throw new Conflict(messages.claimed);
  return item;
}

async function openReportsSeen(tx: Db, { trackId, reports }: Decision): Promise<number[]> {
  const rows = await tx
    .select({ id: trackReports.id })
    .from(trackReports)
    .where(
      and(
        eq(trackReports.trackId, trackId),
        isNull(trackReports.handledAt),
        lte(trackReports.createdAt, new Date(reports)),
      ),
    );
  return rows.map(({ id }) => id);
}

/** Returns the id of the author's email; null without one. */
async function act(tx: Db, o: Decision & { now: Date; track: Track }): Promise<string | null> {
  const { actor, trackId, decision, now, track, reason = null } = o;
  const email = { userId: track.userId, count: 1, titles: [track.title] };
  const dueAt = new Date(now.getTime() + undoMs);
  switch (decision) {
    case "approve": {
      const isRestored = track.takenDownAt !== null;
      if (isRestored) await restoreLocked(tx, { actor, trackId, now });
      await markReviewed(tx, { actor, trackId, now });
      return isRestored
        ? sendModerationEmail(tx, { action: "restore", email, reason: null, now, dueAt })
        : null;
    }
    case "hold":
      await unlistUntilReviewed(tx, { trackId, now });
      await tx
        .update(reviewItems)
        .set({ setAsideAt: now, claimedBy: null, claimedUntil: null })
        .where(eq(reviewItems.trackId, trackId));
      await recordAudit(tx, { actor, action: "track.hold", target: { type: "track", id: trackId }, now });
      return null;
    case "hide":
      await setTrackVisibility({ actor, trackId, isVisible: false, now });
      return null;
    case "take-down":
      if (track.takenDownAt !== null) {
        // It stays taken down, as its author knows.
        await removeFromReview(tx, trackId);
        await recordAudit(tx, {
          actor,
          action: "track.withhold",
          target: { type: "track", id: trackId },
          before: { isWithheld: true },
          after: { isWithheld: true },
          now,
        });
        return null;
      }
      await takeDownLocked(tx, { actor, trackId, reason, now });
      return sendModerationEmail(tx, { action: "take-down", email, reason, now, dueAt });
  }
}

function describeBefore(o: {
  track: Track;
  item: Item;
  reports: number[];
  emailId: string | null;
}): (typeof recentReviews.$inferInsert)["before"] {
  const { track, item, reports, emailId } = o;
  return {
    cause: item.cause,
    queuedAt: item.queuedAt.getTime(),
    setAsideAt: item.setAsideAt?.getTime() ?? null,
    harms: item.harms,
    isVisible: track.isVisible,
    isTakenDown: track.takenDownAt !== null,
    takedownReason: track.takedownReason,
    wasVisibleBefore: track.wasVisibleBefore,
    listedFrom: track.listedFrom?.getTime() ?? null,
    reviewedAt: track.reviewedAt?.getTime() ?? null,
    reports,
    emailId,
  };
}

interface Undo {
  actor: Actor;
  sessionId: string;
  /** Of `recentReviews`. */
  id: number;
  now?: Date;
}

/** Takes back the session's decision within a minute; no email is sent. Throws `Conflict` later, or after another change. */
export async function undoReview({ actor, sessionId, id, now = new Date() }: Undo): Promise<void> {
  await write(async (tx) => {
    const [found] = await tx
      .select({ trackId: recentReviews.trackId })
      .from(recentReviews)
      .where(eq(recentReviews.id, id));
    if (!found) throw new Conflict(messages.tooLate);
    const { trackId } = found;
    await lockReporters(tx, { trackId }, { withMember: true });
    const track = await lockTrackWithAuthor(tx, trackId);
    const [made] = await forUpdate(tx.select().from(recentReviews).where(eq(recentReviews.id, id)), "update");
    const [item] = await forUpdate(
      tx.select().from(reviewItems).where(eq(reviewItems.trackId, trackId)),
      "update",
    );
    if (
      made?.sessionId !== sessionId ||
      made.decidedAt.getTime() <= now.getTime() - undoMs ||
      !isAsDecided(made, track, item)
    )
      throw new Conflict(messages.tooLate);
    const { before, decision } = made;
    if (before.emailId)
      await tx.delete(emails).where(and(eq(emails.id, before.emailId), gt(emails.dueAt, now)));
    await putBack(tx, { actor, trackId, now, decision, before });
    for (const reportId of before.reports) await reopenReports({ trackId, reportId, actor, now });
    const claim = { claimedBy: sessionId, claimedUntil: new Date(now.getTime() + claimMs) };
    const again = {
      cause: before.cause,
      harms: before.harms,
      queuedAt: new Date(before.queuedAt),
      setAsideAt: timeOf(before.setAsideAt),
      ...claim,
    };
    await tx
      .insert(reviewItems)
      .values({ trackId, ...again })
      .onConflictDoUpdate({ target: reviewItems.trackId, set: again });
    await tx.delete(recentReviews).where(eq(recentReviews.id, id));
    await recordAudit(tx, {
      actor,
      action: "track.review-undo",
      target: { type: "track", id: trackId },
      before: { decision },
      now,
    });
  });
}

const timeOf = (ms: number | null) => (ms === null ? null : new Date(ms));

/** Whether the track and its place in the queue are as the decision left them. */
function isAsDecided(
  { decision, before, decidedAt }: typeof recentReviews.$inferSelect,
  track: Track,
  item: Item | undefined,
): boolean {
  switch (decision) {
    case "approve":
      return !item && track.takenDownAt === null && track.reviewedAt?.getTime() === decidedAt.getTime();
    case "hold":
      return (
        item?.setAsideAt?.getTime() === decidedAt.getTime() && item.queuedAt.getTime() === before.queuedAt
      );
    case "hide":
      return !item && track.takenDownAt === null && !track.isVisible;
    case "take-down":
      return !item && track.takenDownAt !== null;
  }
}

async function putBack(
  tx: Db,
  o: Pick<Undo, "actor"> & { trackId: number; now: Date } & Pick<
      typeof recentReviews.$inferSelect,
      "decision" | "before"
    >,
): Promise<void> {
  const { actor, trackId, now, decision, before } = o;
  if (decision === "hide" && before.isVisible)
    await setTrackVisibility({ actor, trackId, isVisible: true, now });
  if (decision === "take-down" && !before.isTakenDown) await restoreLocked(tx, { actor, trackId, now });
  if (decision === "approve" && before.isTakenDown)
    await takeDownLocked(tx, { actor, trackId, reason: before.takedownReason, now });
  await tx
    .update(tracks)
    .set({
      listedFrom: timeOf(before.listedFrom),
      reviewedAt: timeOf(before.reviewedAt),
      wasVisibleBefore: before.wasVisibleBefore,
    })
    .where(eq(tracks.id, trackId));
}

export async function findUndoable(o: { sessionId: string; now: Date }): Promise<UndoView[]> {
  const rows = await db
    .select({
      id: recentReviews.id,
      trackId: recentReviews.trackId,
      decision: recentReviews.decision,
      title: tracks.title,
    })
    .from(recentReviews)
    .innerJoin(tracks, eq(tracks.id, recentReviews.trackId))
    .where(
      and(
        eq(recentReviews.sessionId, o.sessionId),
        gt(recentReviews.decidedAt, new Date(o.now.getTime() - undoMs)),
      ),
    )
    .orderBy(desc(recentReviews.decidedAt), desc(recentReviews.id))
    .limit(30);
  return rows.map(({ decision, ...row }) => ({ ...row, label: decidedLabels[decision] }));
}

export async function removeOldReviews(now: Date = new Date()): Promise<number> {
  return removeRows(recentReviews, lte(recentReviews.decidedAt, new Date(now.getTime() - undoMs)));
}
