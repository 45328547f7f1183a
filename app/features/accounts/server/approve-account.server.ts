import { eq } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { write } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { type AccountState, requireSeenState } from "../account.ts";
import { accountLifecycles } from "./account-lifecycles.server.ts";
import { lockUserWithRelations } from "./locks.server.ts";

/**
 * Lets a waiting, suspended or denied account in from its next request, and emails it. Its tracks and follows are there again; a
 * subscription that ended with a denial is not. Notifies the inviter of an account that waited. Does nothing to an approved
 * account. One that was denied with its branch while suspended is suspended again. One that was denied with its branch while it
 * waited waits again `withBranch`, because nobody has looked at it. Throws `NotFound` for an unknown and for the official
 * account, `Conflict` when the account is no longer in the state `seen` by the actor.
 */
export async function approveAccount(options: {
  userId: string;
  actor: Actor;
  seen?: AccountState | undefined;
  withBranch?: boolean;
  now?: Date;
}): Promise<void> {
  const { userId, actor, seen, withBranch = false, now = new Date() } = options;
  await write(async (tx) => {
    const account = await lockUserWithRelations(tx, userId);
    if (!account || account.provider === "system") throw new NotFound("アカウントが見つかりません");
    const { state, name, email, invitedById, revokedBranch, suspendedAt, waitedWhenRevoked } = account;
    if (state === "approved") return;
    requireSeenState(state, seen);
    const target = { type: "user" as const, id: userId };
    const action = state === "suspended" ? ("user.restore" as const) : ("user.approve" as const);
    const isRevoked = state === "denied" && revokedBranch !== null;
    const isWaiting = withBranch && waitedWhenRevoked;
    if (isRevoked && (suspendedAt !== null || isWaiting)) {
      const after = { state: isWaiting ? ("pending" as const) : ("suspended" as const) };
      await tx
        .update(users)
        .set({ ...after, revokedBranch: null, waitedWhenRevoked: false, updatedAt: now })
        .where(eq(users.id, userId));
      return recordAudit(tx, { actor, action, target, before: { state }, after, now });
    }
    for (const part of accountLifecycles()) await part.updateCounts?.(tx, { userId, by: 1 });
    await tx
      .update(users)
      .set({
        state: "approved",
        revokedBranch: null,
        waitedWhenRevoked: false,
        suspendedAt: null,
        suspensionReason: null,
        updatedAt: now,
      })
      .where(eq(users.id, userId));
    const template = state === "suspended" ? "account-restored" : "account-approved";
    await sendEmail(tx, { to: email, template, values: { name }, userId, now });
    if (state === "pending" && invitedById !== null) {
      const invitation = { inviterId: invitedById, accountId: userId, now };
      for (const part of accountLifecycles()) await part.onInvitationAccepted?.(tx, invitation);
    }
    await recordAudit(tx, {
      actor,
      action,
      target,
      before: { state },
      after: { state: "approved" },
      now,
    });
  });
}
