import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import type { AuditAction } from "#app/features/audit/audit-actions.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { Db } from "#db/client.ts";
import type { AuditDetails } from "#db/schema/index.ts";
import { maxPronunciations } from "../pronunciations.ts";

/** Whose dictionary is changed: a member's own, or the site's by the admin. */
export type LexiconOwner = { kind: "member"; viewer: { id: string } } | { kind: "site"; actor: Actor };

/** The columns that say whose row it is. */
export function ownerColumns(owner: LexiconOwner): { owner: string; userId: string | null } {
  return owner.kind === "member"
    ? { owner: owner.viewer.id, userId: owner.viewer.id }
    : { owner: "", userId: null };
}

/** How many entries the owner's dictionary may have. */
export function maxPronunciationsOf(owner: LexiconOwner): number {
  return maxPronunciations[owner.kind];
}

/**
 * Locks the member's account, so that their changes run one after another and the limit is exact. Throws
 * `NotAuthenticated` when it has gone.
 */
export async function lockOwner(tx: Db, owner: LexiconOwner): Promise<void> {
  if (owner.kind === "member") await lockMember(tx, owner.viewer.id);
}

/** Records a change of the site's dictionary. A member's own is nobody's business. */
export async function auditOwner(
  tx: Db,
  owner: LexiconOwner,
  entry: { action: AuditAction; id: number | null; before?: AuditDetails; after?: AuditDetails },
): Promise<void> {
  if (owner.kind === "member") return;
  const { action, id, before, after } = entry;
  await recordAudit(tx, {
    actor: owner.actor,
    action,
    target: id === null ? null : { type: "reading", id },
    before,
    after,
  });
}
