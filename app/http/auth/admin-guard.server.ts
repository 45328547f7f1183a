import { data } from "react-router";
import { authenticateAgain } from "#app/features/admin/session/admin-session.server.ts";
import { adminMessages, isPasswordFresh, requireAdmin } from "#app/features/admin/session/admin-session.ts";
import { recordFailedTry } from "#app/features/admin/session/record-failed-try.server.ts";
import { Invalid } from "#app/features/domain-error.ts";
import { networkOf } from "../core/client-address.ts";
import type { RequestContext } from "../core/request-context.ts";
import { logSecurityEvent } from "../core/security-event.server.ts";
import { consumeRateLimit } from "../limits/rate-limit.server.ts";
import { rateLimits } from "../limits/rate-limits.server.ts";

export const adminPasswordDescription =
  "管理者がパスワードを入力してから15分がたつと、管理画面でもう一度入力するまで403（`reauthentication_required`）になります。";

/**
 * What loaders and actions of the console throw without a session: its layout shows the login form in their place. 200 for
 * a page, 401 for a form that was not accepted.
 */
export const adminSignInNeeded = (status: 200 | 401) =>
  data({ error: adminMessages.signInNeeded, code: "not_authenticated" }, { status });

/**
 * Takes the password that a form of the console brings along: typed right, it counts as fresh from now on, for this request
 * too. Which changes need it is decided where they are made (`requirePassword`). Throws `Invalid` on the field `password` for a
 * wrong one, and `LimitReached` after too many tries, which count with those of the login.
 */
export async function confirmPassword(
  context: RequestContext,
  password: FormDataEntryValue | null,
): Promise<void> {
  const admin = requireAdmin(await context.admin());
  if (isPasswordFresh(admin) || typeof password !== "string" || password === "") return;
  const now = new Date();
  await consumeRateLimit(rateLimits.adminPassword, { viewer: null, address: context.address });
  if (await authenticateAgain({ admin, password, now })) {
    admin.authenticatedAt = now;
    return;
  }
  logSecurityEvent(context, "admin_password_refused");
  await recordFailedTry({ action: "admin.password-refused", network: networkOf(context.address) });
  throw new Invalid({ password: [adminMessages.wrong] });
}
