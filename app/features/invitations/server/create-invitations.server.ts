import { randomBytes } from "node:crypto";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { write } from "#db/client.ts";
import { invitations } from "#db/schema/index.ts";

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
  const rows = codes.map((code) => ({ code, maxUses, expiresAt, createdAt: now }));
  await write(async (tx) => {
    await tx.insert(invitations).values(rows).returning({ code: invitations.code });
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
