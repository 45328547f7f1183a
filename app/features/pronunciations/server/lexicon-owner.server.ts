import { lockMember } from "#app/features/accounts/server/locks.server.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import type { AuditAction } from "#app/features/audit/audit-actions.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { Db } from "#db/client.ts";
import type { AuditDetails } from "#db/schema/index.ts";
import { maxPronunciations } from "../pronunciations.ts";

export type LexiconOwner = { kind: "member"; viewer: { id: string } } | { kind: "site"; actor: Actor };

export function ownerColumns(owner: LexiconOwner): { owner: string; userId: string | null } {
  return owner.kind === "member"
    ? { owner: owner.viewer.id, userId: owner.viewer.id }
    : { owner: "", userId: null };
}

export function maxPronunciationsOf(owner: LexiconOwner): number {
  return maxPronunciations[owner.kind];
}

/** Makes the limit exact: a member's changes wait for each other. Throws `NotAuthenticated` when the account is gone. */
export async function lockOwner(tx: Db, owner: LexiconOwner): Promise<void> {
  if (owner.kind === "member") await lockMember(tx, owner.viewer.id);
}

/** Records only changes of the site's dictionary: a member's own is nobody's business. */
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
