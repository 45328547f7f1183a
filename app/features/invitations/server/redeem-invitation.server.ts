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

/** What a usable invitation says before it is used, of its inviter no more than the public profile shows. */
export interface OpenInvitation {
  /** Null: from the house. */
  inviter: { id: string; name: string; picture: string | null } | null;
  message: string | null;
}

/** The invitation of a code that is usable now, else null. Reading it uses nothing up. */
export async function findOpenInvitation(
  code: string,
  now: Date = new Date(),
): Promise<OpenInvitation | null> {
  const [found] = await primary
    .select({
      message: invitations.message,
      id: users.id,
      name: users.name,
      picture: users.picture,
    })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.ownerId))
    .where(usable(primary, code, now));
  if (!found) return null;
  const { message, id, name, picture } = found;
  return { message, inviter: id !== null && name !== null ? { id, name, picture } : null };
}
