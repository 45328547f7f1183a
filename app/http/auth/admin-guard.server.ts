import { data } from "react-router";
import { authenticateAgain } from "#app/features/admin/session/admin-session.server.ts";
import { adminMessages, isPasswordFresh } from "#app/features/admin/session/admin-session.ts";
import { requireAdmin } from "#app/features/admin/session/require-admin.ts";
import { Invalid } from "#app/features/domain-error.ts";
import type { RequestContext } from "../core/request-context.ts";
import { logSecurityEvent } from "../core/security-event.server.ts";
import { consumeRateLimit } from "../limits/rate-limit.server.ts";
import { rateLimits } from "../limits/rate-limits.server.ts";

/**
 * What loaders and actions of the console throw without a session: its layout shows the login form in their place. 200 for
 * a page, 401 for a form that was not accepted.
 */
export const adminSignInNeeded = (status: 200 | 401) =>
  data({ error: adminMessages.signInNeeded, code: "not_authenticated" }, { status });

/**
 * The rule "what destroys asks for the password again after 15 minutes". Throws `Invalid` on the field `password` when it is
 * needed and missing or wrong, `LimitReached` after too many tries, which count with those of the login.
 */
export async function requireFreshPassword(
  context: RequestContext,
  password: FormDataEntryValue | null,
): Promise<void> {
  const admin = requireAdmin(await context.admin());
  if (isPasswordFresh(admin)) return;
  if (typeof password !== "string" || password === "")
    throw new Invalid({ password: [adminMessages.noPassword] });
  await consumeRateLimit(rateLimits.adminPassword, { viewer: null, address: context.address });
  if (await authenticateAgain({ admin, password })) return;
  logSecurityEvent(context, "admin_password_refused");
  throw new Invalid({ password: [adminMessages.wrong] });
}
