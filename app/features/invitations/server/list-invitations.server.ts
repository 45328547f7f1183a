import { and, desc, eq, inArray, isNull, type SQL } from "drizzle-orm";
import type { z } from "zod";
import { type Db, db, primary, write } from "#db/client.ts";
import { invitations, users } from "#db/schema/index.ts";
import { type Invitation, invitationState } from "../invitation.ts";
import type { invitationStatsReply } from "../invitations.schema.ts";
import { newInvitationCode } from "./invitation-verbs.server.ts";

/** Each for one use. */
export const codesPerMember = 3;

/** Stable order, with revoked codes. The first call creates them. Empty without the permission to invite. */
export async function listMyInvitations({ viewer }: { viewer: { id: string } }): Promise<Invitation[]> {
  const now = new Date();
  const [[account], found] = await Promise.all([
    primary.select({ canInvite: users.canInvite }).from(users).where(eq(users.id, viewer.id)),
    codesOf(primary, viewer.id),
  ]);
  if (!account?.canInvite) return [];
  const codes = found.length > 0 ? found : await createFirstCodes(viewer.id, now);
  return codes.map(({ code, usedCount, maxUses, isActive, expiresAt, message }) => ({
    code,
    message,
    usedCount,
    maxUses,
    isActive: isActive && (expiresAt === null || expiresAt > now),
  }));
}

export type OfficialInvitation = Awaited<ReturnType<typeof listOfficialInvitations>>["invitations"][number];

/** The newest first. `page`: from 1; beyond the last one the last. */
export async function listOfficialInvitations(options: { page: number; perPage: number }) {
  const { perPage } = options;
  const isOfficial = isNull(invitations.ownerId);
  const total = await primary.$count(invitations, isOfficial);
  const page = Math.min(options.page, Math.max(1, Math.ceil(total / perPage)));
  const rows = await primary
    .select()
    .from(invitations)
    .where(isOfficial)
    .orderBy(desc(invitations.createdAt))
    .limit(perPage)
    .offset((page - 1) * perPage);
  return {
    page,
    total,
    invitations: rows.map(({ code, usedCount, maxUses, isActive, expiresAt, createdAt }) => {
      const isOpen = isActive && (expiresAt === null || expiresAt > new Date());
      const state = invitationState({ usedCount, maxUses, isActive: isOpen });
      return { code, state, usedCount, maxUses, expiresAt, createdAt };
    }),
  };
}

function codesOf(handle: Db, ownerId: string) {
  return handle
    .select()
    .from(invitations)
    .where(eq(invitations.ownerId, ownerId))
    .orderBy(invitations.createdAt);
}

function createFirstCodes(ownerId: string, now: Date): Promise<(typeof invitations.$inferSelect)[]> {
  return write(async (tx) => {
    // Prevents six codes: the lock makes the second of two first calls find the codes of the first.
    const mayInvite = and(eq(users.id, ownerId), eq(users.state, "approved"), eq(users.canInvite, true));
    const locked = await tx
      .update(users)
      .set({ canInvite: true })
      .where(mayInvite)
      .returning({ id: users.id });
    if (locked.length === 0) return [];
    const found = await codesOf(tx, ownerId);
    if (found.length > 0) return found;
    // A millisecond apart: keeps their order.
    const codes = Array.from({ length: codesPerMember }, (_, index) => ({
      code: newInvitationCode(),
      ownerId,
      createdAt: new Date(now.getTime() + index),
    }));
    return tx.insert(invitations).values(codes).returning();
  });
}

/** A member's codes let in fewer; only operators create codes for many people. */
const maxInvitees = 100;

/** Without denied and suspended accounts. */
export function isInviteeOf(ownerId: string): SQL | undefined {
  return and(eq(users.invitedById, ownerId), inArray(users.state, ["approved", "pending"]));
}

/** Pending accounts have no public page yet. */
export async function listInvitees(options: { viewer: { id: string } }) {
  const rows = await db
    .select({
      id: users.id,
      name: users.name,
      picture: users.picture,
      customUserId: users.customUserId,
      state: users.state,
      joinedAt: users.createdAt,
    })
    .from(users)
    .where(isInviteeOf(options.viewer.id))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(maxInvitees);
  return rows.map(({ state, ...member }) => ({ ...member, isPending: state === "pending" }));
}

/** `totalInvitesUsed`: people who joined by the member's codes and still have an account. */
type InvitationStats = z.infer<typeof invitationStatsReply>;

/** The first call creates the codes. */
export async function countInvitations(options: { viewer: { id: string } }): Promise<InvitationStats> {
  const [invitations, totalInvitesUsed] = await Promise.all([
    listMyInvitations(options),
    db.$count(users, isInviteeOf(options.viewer.id)),
  ]);
  const availableInvites = invitations.filter((one) => invitationState(one) === "usable").length;
  return { totalInvitesUsed, availableInvites };
}
