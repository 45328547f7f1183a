import { eq } from "drizzle-orm";
import { NotFound } from "#app/features/domain-error.ts";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { write } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { accountParts } from "./account-parts.server.ts";
import { lockUserWithRelations } from "./locks.server.ts";

/**
 * Lets an account in that waits or was denied, from its next request on, and says so by e-mail. What it had published
 * and whom it followed is there again. Who invited an account that waited is notified. Throws `NotFound` for an unknown
 * account and for the official one.
 */
export async function approveAccount(options: { userId: string; now?: Date }): Promise<void> {
  const { userId, now = new Date() } = options;
  await write(async (tx) => {
    const account = await lockUserWithRelations(tx, userId);
    if (!account || account.provider === "house") throw new NotFound("アカウントが見つかりません");
    if (account.state !== "approved") {
      for (const part of accountParts()) await part.updateCounts?.(tx, { userId, by: 1 });
    }
    await tx
      .update(users)
      .set({ state: "approved", updatedAt: now })
      .where(eq(users.id, userId))
      .returning({ id: users.id });
    if (account.state === "approved") return;
    const { name, email, invitedById } = account;
    await sendEmail(tx, { to: email, template: "account-approved", values: { name }, userId, now });
    if (account.state === "pending" && invitedById !== null) {
      const invitation = { inviterId: invitedById, accountId: userId, now };
      for (const part of accountParts()) await part.onInvitationAccepted?.(tx, invitation);
    }
  });
}
