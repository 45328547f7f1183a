import { logger } from "#app/logger.server.ts";
import type { RequestContext } from "./request-context.ts";

/** What the log tells about accounts and their protection, by the field `event` (docs/deploy.md, "Security events"). */
export type SecurityEvent =
  | "signed_in"
  | "reauthenticated"
  | "sign_in_refused"
  | "reauthentication_required"
  | "cross_site_refused"
  | "session_ended"
  | "all_sessions_ended"
  | "data_exported"
  | "account_deleted"
  | "admin_signed_in"
  | "admin_sign_in_refused"
  | "admin_password_refused"
  | "admin_signed_out";

/**
 * Logs a security event of a request, at level info. No names, addresses or tokens: the account's random id, which means
 * nothing once the account is deleted, and the request id, which leads to the request's own line.
 */
export function logSecurityEvent(
  { requestId }: Pick<RequestContext, "requestId">,
  event: SecurityEvent,
  details: { userId?: string; reason?: string } = {},
): void {
  logger.info({ requestId, event, ...details }, "security event");
}
