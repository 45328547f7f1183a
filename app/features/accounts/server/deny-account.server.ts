import { eq } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { publishSessionsEnded } from "#app/features/events/server/publish.server.ts";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { addToStatistics } from "#app/features/statistics/add-to-statistics.server.ts";
import { afterCommit, write } from "#db/client.ts";
import { sessions, users } from "#db/schema/index.ts";
import { requireSeenState } from "../account.ts";
import type { Viewer } from "../viewer.ts";
import { accountLifecycles } from "./account-lifecycles.server.ts";
import { lockUserWithRelations } from "./locks.server.ts";

/**
 * Shuts an account out: its sessions end with the same commit, so that its next request is a visitor's. Hides its page and
 * tracks, takes it out of others' follower and playlist counts, disables its invitations and removes notifications about it.
 * Emails a given `reason`. Notifies the inviter of an account that waited. `branch`: the account whose branch of invitations
 * is denied with it. Returns how many sessions ended. Throws `NotFound` for an unknown and for the official account,
 * `Conflict` when the account is no longer in the state `seen` by the actor.
 */
export async function denyAccount(options: {
  userId: string;
  actor: Actor;
  reason?: string | undefined;
  seen?: Viewer["state"] | undefined;
  branch?: string | undefined;
  now?: Date;
}): Promise<{ endedSessions: number }> {
  const { userId, actor, reason = "", seen, branch = null, now = new Date() } = options;
  return write(async (tx) => {
    const account = await lockUserWithRelations(tx, userId);
    if (!account || account.provider === "system") throw new NotFound("アカウントが見つかりません");
    const { state, name, email, invitedById } = account;
    if (state !== "denied") requireSeenState(state, seen);
    if (state === "approved") {
      for (const part of accountLifecycles()) await part.updateCounts?.(tx, { userId, by: -1 });
    }
    if (state !== "denied") {
      await tx
        .update(users)
        .set({
          state: "denied",
          revokedBranch: branch,
          waitedWhenRevoked: branch !== null && state === "pending",
          updatedAt: now,
        })
        .where(eq(users.id, userId));
      if (reason) {
        const values = { name, reason };
        await sendEmail(tx, { to: email, template: "account-denied", values, userId, now });
      }
    }
    for (const part of accountLifecycles()) await part.onDenied?.(tx, userId);
    if (state === "pending" && invitedById !== null) {
      const invitation = { inviterId: invitedById, accountId: userId, now };
      for (const part of accountLifecycles()) await part.onInvitationDenied?.(tx, invitation);
    }
    afterCommit(() => publishSessionsEnded(userId));
    const ended = await tx.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id });
    if (state !== "denied") await addToStatistics(tx, { members_denied: 1 }, now);
    if (state !== "denied" || ended.length > 0) {
      await recordAudit(tx, {
        actor,
        action: "user.deny",
        target: { type: "user", id: userId },
        before: { state },
        after: { state: "denied", endedSessions: ended.length, ...(reason && { reason }) },
        now,
      });
    }
    return { endedSessions: ended.length };
  });
}
