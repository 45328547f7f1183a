import { ReauthenticationRequired } from "#app/features/domain-error.ts";
import type { Actor } from "./actor.ts";
import { type AuditAction, passwordActions } from "./audit-actions.ts";

/**
 * The rule "every deletion and every loss of a member's access needs the admin's password, typed within 15 minutes". Throws
 * `ReauthenticationRequired`: a form comes back with the field, a call answers 403. `recordAudit` applies it to every change,
 * so that no verb can forget it. A verb calls it first where it would already have done something by then.
 */
export function requirePassword(actor: Actor, action: AuditAction): void {
  if (actor.kind === "admin" && actor.hasStalePassword && passwordActions.has(action))
    throw new ReauthenticationRequired("安全のため、パスワードをもう一度確認してください");
}
