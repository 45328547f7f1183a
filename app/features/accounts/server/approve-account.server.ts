import { eq } from "drizzle-orm";
import { NotFound } from "#app/features/domain-error.ts";
import { sendEmail } from "#app/features/mail/server/send-email.server.ts";
import { notify } from "#app/features/notifications/server/notify.server.ts";
import { countTies } from "#app/features/people/server/count-ties.server.ts";
import { holdWithTies } from "#app/features/people/server/hold-with-ties.server.ts";
import { countFollowed } from "#app/features/playlists/server/count-followed.server.ts";
import { write } from "#db/client.ts";
import { users } from "#db/schema/index.ts";

/**
 * Lets an account that waits or was denied in, from its next request on, and tells it by e-mail; what it had published
 * and whom it followed is there again. Of one that waited, who invited it is told. Throws `NotFound` for an unknown
 * account and for the house's own.
 */
export async function approveAccount(options: { userId: string; now?: Date }): Promise<void> {
  const { userId, now = new Date() } = options;
  await write(async (tx) => {
    const account = await holdWithTies(tx, userId);
    if (!account || account.provider === "house") throw new NotFound("アカウントが見つかりません");
    if (account.state !== "approved") {
      await countTies(tx, { userId, by: 1 });
      await countFollowed(tx, { userId, by: 1 });
    }
    await tx
      .update(users)
      .set({ state: "approved", updatedAt: now })
      .where(eq(users.id, userId))
      .returning({ id: users.id });
    if (account.state === "approved") return;
    const { name, email } = account;
    await sendEmail(tx, { to: email, template: "account-approved", values: { name }, userId, now });
    if (account.state === "pending" && account.invitedById !== null)
      await notify(tx, {
        userId: account.invitedById,
        happening: { type: "invitation_accepted", actorId: userId },
        now,
      });
  });
}
