import { and, eq } from "drizzle-orm";
import { type Db, primary, write } from "#db/client.ts";
import { invitations, users } from "#db/schema/index.ts";
import type { Invitation } from "../invitation.ts";
import { newInvitationCode } from "./new-invitation-code.server.ts";

/** One-use codes of each member (decisions, "Accounts and invitations"). */
export const codesEach = 3;

/**
 * The codes of an approved member with the permission to invite, in a lasting order; made on first need, once.
 * Revoked codes are among them, so nothing is made in their place. A member without the permission has none.
 */
export async function listMyInvitations(options: {
  viewer: { id: string };
  now?: Date;
}): Promise<Invitation[]> {
  const { viewer, now = new Date() } = options;
  const [[account], found] = await Promise.all([
    primary.select({ canInvite: users.canInvite }).from(users).where(eq(users.id, viewer.id)),
    codesOf(primary, viewer.id),
  ]);
  if (!account?.canInvite) return [];
  const codes = found.length > 0 ? found : await makeFirstCodes(viewer.id, now);
  return codes.map(({ code, usedCount, maxUses, isActive, expiresAt }) => ({
    code,
    usedCount,
    maxUses,
    isActive: isActive && (expiresAt === null || expiresAt > now),
  }));
}

function codesOf(handle: Db, ownerId: string) {
  return handle
    .select()
    .from(invitations)
    .where(eq(invitations.ownerId, ownerId))
    .orderBy(invitations.createdAt);
}

function makeFirstCodes(ownerId: string, now: Date): Promise<(typeof invitations.$inferSelect)[]> {
  return write(async (tx) => {
    // Holds the member's row to the end of the transaction: of two first needs the second finds the first's codes.
    const mayInvite = and(eq(users.id, ownerId), eq(users.state, "approved"), eq(users.canInvite, true));
    const held = await tx.update(users).set({ canInvite: true }).where(mayInvite).returning({ id: users.id });
    if (held.length === 0) return [];
    const found = await codesOf(tx, ownerId);
    if (found.length > 0) return found;
    // A millisecond apart, so that they keep their order.
    const codes = Array.from({ length: codesEach }, (_, place) => ({
      code: newInvitationCode(),
      ownerId,
      createdAt: new Date(now.getTime() + place),
    }));
    return tx.insert(invitations).values(codes).returning();
  });
}
