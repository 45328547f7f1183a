import { eq } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { write } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { requireSeenState } from "../account-state.ts";
import type { Viewer } from "../viewer.ts";
import { accountParts } from "./account-parts.server.ts";
import { lockUserWithRelations } from "./locks.server.ts";

/**
 * Lets an account in that waits or was denied, from its next request on, and says so by e-mail. What it had published
 * and whom it followed is there again. Who invited an account that waited is notified. An approved account stays as it
 * is. Throws `NotFound` for an unknown account and for the official one, and `Conflict` when the account is no longer in
 * the state `seen` that the actor decided upon.
 */
export async function approveAccount(options: {
  userId: string;
  actor: Actor;
  seen?: Viewer["state"] | undefined;
  now?: Date;
}): Promise<void> {
  const { userId, actor, seen, now = new Date() } = options;
  await write(async (tx) => {
    const account = await lockUserWithRelations(tx, userId);
    if (!account || account.provider === "house") throw new NotFound("アカウントが見つかりません");
    const { state, name, email, invitedById } = account;
    if (state === "approved") return;
    requireSeenState(state, seen);
    for (const part of accountParts()) await part.updateCounts?.(tx, { userId, by: 1 });
    await tx
      .update(users)
      .set({ state: "approved", revokedBranch: null, updatedAt: now })
      .where(eq(users.id, userId))
      .returning({ id: users.id });
    await sendEmail(tx, { to: email, template: "account-approved", values: { name }, userId, now });
    if (state === "pending" && invitedById !== null) {
      const invitation = { inviterId: invitedById, accountId: userId, now };
      for (const part of accountParts()) await part.onInvitationAccepted?.(tx, invitation);
    }
    await recordAudit(tx, {
      actor,
      action: "user.approve",
      target: { type: "user", id: userId },
      before: { state },
      after: { state: "approved" },
      now,
    });
  });
}
