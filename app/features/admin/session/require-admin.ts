import { NotAuthenticated } from "#app/features/domain-error.ts";
import { type AdminSession, adminMessages } from "./admin-session.ts";

/** The rule "only the admin": returns the session. Throws `NotAuthenticated` for everybody else, members included. */
export function requireAdmin(admin: AdminSession | null): AdminSession {
  if (!admin) throw new NotAuthenticated(adminMessages.signInNeeded);
  return admin;
}
