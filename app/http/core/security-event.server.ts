import { logger } from "#app/logger.server.ts";
import type { RequestContext } from "./request-context.ts";

/** The log's field `event` (docs/deploy.md, "Security events"). */
export type SecurityEvent =
  | "signed_in"
  | "reauthenticated"
  | "sign_in_refused"
  | "reauthentication_required"
  | "cross_site_refused"
  | "permission_refused"
  | "limit_reached"
  | "session_ended"
  | "all_sessions_ended"
  | "data_exported"
  | "account_deleted"
  | "admin_signed_in"
  | "admin_sign_in_refused"
  | "admin_password_refused"
  | "admin_password_changed"
  | "admin_signed_out";

/**
 * Logs at info. No names, addresses or tokens: only the account's random id, meaningless after deletion, and the request id.
 */
export function logSecurityEvent(
  { requestId }: Pick<RequestContext, "requestId">,
  event: SecurityEvent,
  details: { userId?: string | undefined; operatorId?: string | undefined; reason?: string } = {},
): void {
  logger.info({ requestId, event, ...details }, "security event");
}
