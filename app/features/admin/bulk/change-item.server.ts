import { eq } from "drizzle-orm";
import { approveAccount } from "#app/features/accounts/server/approve-account.server.ts";
import { denyAccount } from "#app/features/accounts/server/deny-account.server.ts";
import { lockUsersForShare } from "#app/features/accounts/server/locks.server.ts";
import { suspendAccount } from "#app/features/accounts/server/suspend-account.server.ts";
import { endAllSessions } from "#app/features/accounts/sessions/session.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { handleContactMessage } from "#app/features/contact/contact-message-verbs.server.ts";
import { setInvitePermission } from "#app/features/invitations/server/invitation-verbs.server.ts";
import { handleReports, takeDownReportedTrack } from "#app/features/reports/report-verbs.server.ts";
import {
  type ModerationEmail,
  maxTitlesInEmail,
  sendModerationEmail,
} from "#app/features/tracks/moderation/moderation-email.server.ts";
import { reviewLocked } from "#app/features/tracks/moderation/review-track.server.ts";
import { restoreLocked, takeDownLocked } from "#app/features/tracks/moderation/take-down-track.server.ts";
import { deleteLocked } from "#app/features/tracks/server/delete-track.server.ts";
import type { Db } from "#db/client.ts";
import { type bulkRuns, tracks, users } from "#db/schema/index.ts";

type Run = typeof bulkRuns.$inferSelect;

interface Change {
  isChanged: boolean;
  /** To the author whose tracks are in progress. */
  email: ModerationEmail | null;
}

/** A message's id and version, or a track's id and the time (ms) of its latest seen report: 「12.3」. */
export const pairItem = (id: number, seen: number): string => `${id}.${seen}`;

/**
 * Does a run's action on one of its items: a track's or member's id, or a `pairItem` of a message or of reports. Throws
 * `NotFound` and `Conflict` for what can't be changed (any more).
 */
export async function changeItem(tx: Db, run: Run, item: string | number): Promise<Change> {
  const { action, actorName, reason, email } = run;
  const actor: Actor = actorName === null ? { kind: "operator" } : { kind: "admin", name: actorName };
  switch (action) {
    case "take-down":
    case "restore":
    case "review":
    case "delete":
      return changeTrack(tx, { ...run, action }, { actor, trackId: Number(item) });
    case "check-files":
    case "announce":
    case "send-letters":
      throw new Error(`a run of ${action} has no items`);
    case "handle-messages": {
      const [id, seenVersion] = readPair(item);
      return { isChanged: await handleContactMessage({ id, seenVersion, actor }), email };
    }
    case "close-reports": {
      const [trackId, seenAt] = readPair(item);
      await handleReports({ trackId, seenAt: new Date(seenAt), outcome: "none", actor });
      return { isChanged: true, email };
    }
    case "take-down-reported": {
      const [trackId, seenAt] = readPair(item);
      await takeDownReportedTrack({ trackId, seenAt: new Date(seenAt), reason, actor });
      return { isChanged: true, email };
    }
    default:
      return { isChanged: await changeMember(tx, { action, reason, actor, userId: String(item) }), email };
  }
}

function readPair(item: string | number): [number, number] {
  const [id = 0, seen = 0] = String(item).split(".").map(Number);
  return [id, seen];
}

/** Nobody is told of a review: the track is as public as its author made it. */
type TrackAction = "take-down" | "restore" | "review" | "delete";

/** Sends the email to the author before, whose last track was the one before this. */
async function changeTrack(
  tx: Db,
  run: Run & { action: TrackAction },
  { actor, trackId }: { actor: Actor; trackId: number },
): Promise<Change> {
  const { action, reason, email } = run;
  const now = new Date();
  const [author] = await tx.select({ userId: tracks.userId }).from(tracks).where(eq(tracks.id, trackId));
  await lockUsersForShare(
    tx,
    [...new Set([author?.userId, email?.userId])].filter((id) => id !== undefined),
  );
  const change = { actor, trackId, now };
  const changed =
    action === "take-down"
      ? await takeDownLocked(tx, { ...change, reason })
      : action === "restore"
        ? await restoreLocked(tx, change)
        : action === "review"
          ? await reviewLocked(tx, change)
          : await deleteLocked(tx, { editor: { actor }, trackId, reason, now });
  const isOther = email !== null && email.userId !== author?.userId;
  if (isOther) await sendEmailOf(tx, run, now);
  const rest = isOther ? null : email;
  return { isChanged: changed !== null, email: changed ? addToEmail(rest, changed) : rest };
}

function addToEmail(
  email: ModerationEmail | null,
  { userId, title }: { userId: string; title: string },
): ModerationEmail {
  const { count, titles } = email ?? { count: 0, titles: [] };
  return { userId, count: count + 1, titles: count < maxTitlesInEmail ? [...titles, title] : titles };
}

/** Sends what the last author is still to be told. */
export async function finishChanges(tx: Db, run: Run, now: Date): Promise<void> {
  if (run.email) await lockUsersForShare(tx, [run.email.userId]);
  await sendEmailOf(tx, run, now);
}

async function sendEmailOf(tx: Db, { action, email, reason }: Run, now: Date): Promise<void> {
  if (email && (action === "take-down" || action === "restore" || action === "delete"))
    await sendModerationEmail(tx, { action, email, reason, now });
}

/** False if nothing had to change. */
async function changeMember(
  tx: Db,
  change: {
    action: "approve" | "suspend" | "deny" | "invite-off" | "end-sessions";
    reason: string | null;
    actor: Actor;
    userId: string;
  },
): Promise<boolean> {
  const { action, reason, actor, userId } = change;
  const [member] = await tx
    .select({ state: users.state, canInvite: users.canInvite })
    .from(users)
    .where(eq(users.id, userId));
  if (!member) return false;
  switch (action) {
    case "approve":
      await approveAccount({ userId, actor });
      return member.state !== "approved";
    case "suspend":
      await suspendAccount({ userId, actor, reason: reason ?? "" });
      return member.state !== "suspended";
    case "deny":
      if (member.state === "denied") return false;
      await denyAccount({ userId, actor, reason: reason ?? undefined });
      return true;
    case "invite-off":
      await setInvitePermission({ userId, canInvite: false, actor });
      return member.canInvite;
    case "end-sessions":
      return (await endAllSessions({ viewer: { id: userId }, actor })) > 0;
  }
}
