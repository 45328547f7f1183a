import { eq } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { users } from "#db/schema/index.ts";

/**
 * Allows or forbids an account to invite: its codes let nobody in meanwhile. Doing it again changes nothing. Throws
 * `NotFound` for an unknown account and for the official one.
 */
export async function setInvitePermission(options: {
  userId: string;
  canInvite: boolean;
  actor: Actor;
  now?: Date;
}): Promise<void> {
  const { userId, canInvite, actor, now = new Date() } = options;
  await write(async (tx) => {
    const [account] = await forUpdate(tx.select().from(users).where(eq(users.id, userId)), "no key update");
    if (!account || account.provider === "house") throw new NotFound("ユーザーが見つかりません");
    if (account.canInvite === canInvite) return;
    await tx
      .update(users)
      .set({ canInvite, updatedAt: now })
      .where(eq(users.id, userId))
      .returning({ id: users.id });
    await recordAudit(tx, {
      actor,
      action: canInvite ? "user.invite-permission" : "user.invite-revoke",
      target: { type: "user", id: userId },
      before: { canInvite: account.canInvite },
      after: { canInvite },
      now,
    });
  });
}
