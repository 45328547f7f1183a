import { randomBytes } from "node:crypto";
import { and, eq, isNull, lt } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { requireHarmless } from "#app/features/require-harmless.server.ts";
import { write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { invitations, users } from "#db/schema/index.ts";

/** Creates `count` official codes, which belong to no member, each for `maxUses` people. Returns the codes. */
export async function createOfficialInvitations(options: {
  count: number;
  maxUses: number;
  /** Null: no expiry. */
  expiresAt: Date | null;
  actor: Actor;
  now?: Date;
}): Promise<string[]> {
  const { count, maxUses, expiresAt, actor, now = new Date() } = options;
  const codes = Array.from({ length: count }, newInvitationCode);
  // A millisecond apart, so that they keep their order.
  const rows = codes.map((code, index) => ({
    code,
    maxUses,
    expiresAt,
    createdAt: new Date(now.getTime() + index),
  }));
  await write(async (tx) => {
    await tx.insert(invitations).values(rows);
    await recordAudit(tx, {
      actor,
      action: "invitation.create",
      target: null,
      // Without the codes, which let people in.
      after: { count, maxUses, expiresAt: expiresAt?.toISOString() ?? null },
      now,
    });
  });
  return codes;
}

/** A code of 72 random bits, as 12 characters of base64url. */
export function newInvitationCode(): string {
  return randomBytes(9).toString("base64url");
}

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

/**
 * Makes an official code inactive for good; whoever joined by it stays. Doing it again changes nothing. Throws `NotFound` for a
 * code of a member or an unknown one.
 */
export async function revokeOfficialInvitation(options: {
  code: string;
  actor: Actor;
  now?: Date;
}): Promise<void> {
  const { code, actor, now = new Date() } = options;
  await write(async (tx) => {
    const isOfficial = and(eq(invitations.code, code), isNull(invitations.ownerId));
    const [found] = await forUpdate(tx.select().from(invitations).where(isOfficial), "update");
    if (!found) throw new NotFound("招待リンクが見つかりません");
    if (!found.isActive) return;
    await tx.update(invitations).set({ isActive: false }).where(isOfficial);
    await recordAudit(tx, {
      actor,
      action: "invitation.revoke",
      target: null,
      before: { usedCount: found.usedCount, maxUses: found.maxUses },
      now,
    });
  });
}

/**
 * Sets what one of the viewer's codes says to who opens it, for null nothing. Throws `Invalid` for a text that may do harm and
 * `NotFound` for a code that is not the viewer's.
 */
export async function setInvitationMessage(options: {
  viewer: { id: string };
  code: string;
  message: string | null;
}): Promise<void> {
  const { viewer, code, message } = options;
  await requireHarmless({ message });
  const changed = await write((tx) =>
    tx
      .update(invitations)
      .set({ message })
      .where(and(eq(invitations.code, code), eq(invitations.ownerId, viewer.id)))
      .returning({ code: invitations.code }),
  );
  if (changed.length === 0) throw new NotFound("招待コードが見つかりません");
}

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
    if (!account || account.provider === "system") throw new NotFound("ユーザーが見つかりません");
    if (account.canInvite === canInvite) return;
    await tx.update(users).set({ canInvite, updatedAt: now }).where(eq(users.id, userId));
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
