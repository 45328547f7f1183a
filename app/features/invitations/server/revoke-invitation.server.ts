import { and, eq, lt } from "drizzle-orm";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { write } from "#db/client.ts";
import { invitations } from "#db/schema/index.ts";

/**
 * Makes one of the viewer's codes inactive for good; it is not replaced. Doing it again changes nothing. Throws `NotFound`
 * for a code that is not the viewer's and `Conflict` for one that is used up.
 */
export async function revokeInvitation(options: { viewer: { id: string }; code: string }): Promise<void> {
  const own = and(eq(invitations.code, options.code), eq(invitations.ownerId, options.viewer.id));
  await write(async (tx) => {
    // One conditional statement: of a simultaneous revocation and last use one succeeds.
    const revoked = await tx
      .update(invitations)
      .set({ isActive: false })
      .where(and(own, lt(invitations.usedCount, invitations.maxUses)))
      .returning({ code: invitations.code });
    if (revoked.length > 0) return;
    const [found] = await tx.select({ code: invitations.code }).from(invitations).where(own);
    if (!found) throw new NotFound("招待コードが見つかりません");
    throw new Conflict("使用済みの招待コードは無効にできません");
  });
}
