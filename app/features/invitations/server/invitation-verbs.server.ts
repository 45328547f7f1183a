import { randomBytes } from "node:crypto";
import { and, eq, isNull, lt } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { requireHarmless } from "#app/features/require-harmless.server.ts";
import { write } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { invitations, users } from "#db/schema/index.ts";

/** They belong to no member. Returns the codes. */
export async function createOfficialInvitations(options: {
  count: number;
  maxUses: number;
  expiresAt: Date | null;
  actor: Actor;
  now?: Date;
}): Promise<string[]> {
  const { count, maxUses, expiresAt, actor, now = new Date() } = options;
  const codes = Array.from({ length: count }, newInvitationCode);
  // A millisecond apart: keeps their order.
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

/** 72 random bits in base64url. */
export function newInvitationCode(): string {
  return randomBytes(9).toString("base64url");
}

/** For good, without replacement; safe to repeat. Throws `NotFound` for somebody else's code, `Conflict` for a used-up one. */
export async function revokeInvitation(options: { viewer: { id: string }; code: string }): Promise<void> {
  const own = and(eq(invitations.code, options.code), eq(invitations.ownerId, options.viewer.id));
  await write(async (tx) => {
    // One conditional statement: of a simultaneous revocation and last use only one succeeds.
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

/** For good; people who joined stay. Safe to repeat. Throws `NotFound` for a member's or an unknown code. */
export async function revokeOfficialInvitation(options: { code: string; actor: Actor }): Promise<void> {
  const { code, actor } = options;
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
    });
  });
}

/** `message`: null for nothing. Throws `Invalid` for a text that may do harm, `NotFound` for a code of somebody else. */
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

/** If forbidden, the account's codes let nobody in. Safe to repeat. Throws `NotFound`, also for the official account. */
export async function setInvitePermission(options: {
  userId: string;
  canInvite: boolean;
  actor: Actor;
}): Promise<void> {
  const { userId, canInvite, actor } = options;
  await write(async (tx) => {
    const [account] = await forUpdate(tx.select().from(users).where(eq(users.id, userId)), "no key update");
    if (!account || account.provider === "system") throw new NotFound("ユーザーが見つかりません");
    if (account.canInvite === canInvite) return;
    await tx.update(users).set({ canInvite, updatedAt: new Date() }).where(eq(users.id, userId));
    await recordAudit(tx, {
      actor,
      action: canInvite ? "user.invite-permission" : "user.invite-revoke",
      target: { type: "user", id: userId },
      before: { canInvite: account.canInvite },
      after: { canInvite },
    });
  });
}
