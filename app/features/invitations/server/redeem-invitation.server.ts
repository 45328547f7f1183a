import { and, eq, exists, gt, isNull, lt, or, sql } from "drizzle-orm";
import { type Db, primary } from "#db/client.ts";
import { invitations, users } from "#db/schema/index.ts";

/** A member's codes are unusable without approval or the permission to invite. */
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

/** Atomic: of simultaneous last uses one succeeds. `ownerId`: null for official codes. Null for an unusable code. */
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

/** Tells of its inviter no more than the public profile. */
export interface OpenInvitation {
  /** Null: from the house. */
  inviter: { id: string; name: string; picture: string | null } | null;
  message: string | null;
}

/** Null unless the code is usable now. Uses nothing up. */
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
