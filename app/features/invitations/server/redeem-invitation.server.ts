import { and, eq, exists, gt, isNull, lt, or, sql } from "drizzle-orm";
import { type Db, primary } from "#db/client.ts";
import { invitations, users } from "#db/schema/index.ts";

/** Codes of members who lost the permission to invite or the approval are unusable. */
const ownerMayInvite = (handle: Db) =>
  exists(
    handle
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, invitations.ownerId), eq(users.state, "approved"), eq(users.canInvite, true))),
  );

const usable = (handle: Db, code: string, now: Date) =>
  and(
    eq(invitations.code, code),
    eq(invitations.isActive, true),
    lt(invitations.usedCount, invitations.maxUses),
    or(isNull(invitations.expiresAt), gt(invitations.expiresAt, now)),
    or(isNull(invitations.ownerId), ownerMayInvite(handle)),
  );

/**
 * Redeems a code once, atomically: of several simultaneous calls for the last use one succeeds. Returns the owner
 * (`ownerId` null for official codes), or null when the code is unusable.
 */
export async function redeemInvitation(
  tx: Db,
  code: string,
  now: Date = new Date(),
): Promise<{ ownerId: string | null } | null> {
  const [used] = await tx
    .update(invitations)
    .set({ usedCount: sql`${invitations.usedCount} + 1` })
    .where(usable(tx, code, now))
    .returning({ ownerId: invitations.ownerId });
  return used ?? null;
}

/** Whether a code is usable now. */
export async function isInvitationUsable(code: string, now: Date = new Date()): Promise<boolean> {
  const [found] = await primary
    .select({ code: invitations.code })
    .from(invitations)
    .where(usable(primary, code, now));
  return found !== undefined;
}
