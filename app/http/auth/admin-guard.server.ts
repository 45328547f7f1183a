import { data } from "react-router";
import { authenticateAgain } from "#app/features/admin/session/admin-session.server.ts";
import { adminMessages, isPasswordFresh, requireAdmin } from "#app/features/admin/session/admin-session.ts";
import { changePassword, WrongPassword } from "#app/features/admin/session/change-password.server.ts";
import { recordFailedTry } from "#app/features/admin/session/record-failed-try.server.ts";
import { Invalid } from "#app/features/domain-error.ts";
import { networkOf } from "../core/client-address.ts";
import type { RequestContext } from "../core/request-context.ts";
import { logSecurityEvent } from "../core/security-event.server.ts";
import { consumeRateLimit } from "../limits/rate-limit.server.ts";
import { rateLimits } from "../limits/rate-limits.server.ts";

export const adminPasswordDescription =
  "管理者がパスワードを入力してから15分がたつと、管理画面でもう一度入力するまで403（`reauthentication_required`）になります。";

/** Thrown in the console without a session: its layout shows the login form. 200 for a page, 401 for a rejected form. */
export const adminSignInNeeded = (status: 200 | 401) =>
  data({ error: adminMessages.signInNeeded, code: "not_authenticated" }, { status });

/**
 * Checks the password in a console form; if right, it counts as fresh from this request on. `requirePassword` decides which
 * changes need it. Throws `Invalid` on `password`, and `LimitReached` for tries, counted with the login's.
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
  await recordWrongPassword(context);
  throw new Invalid({ password: [adminMessages.wrong] });
}

async function recordWrongPassword(context: RequestContext): Promise<void> {
  logSecurityEvent(context, "admin_password_refused");
  await recordFailedTry({ action: "admin.password-refused", network: networkOf(context.address) });
}

/** Throws what `changePassword` throws, and `LimitReached` for tries, counted with the login's. */
export async function changeOwnPassword(
  context: RequestContext,
  typed: { currentPassword: string; newPassword: string },
): Promise<void> {
  const admin = requireAdmin(await context.admin());
  await consumeRateLimit(rateLimits.adminPassword, { viewer: null, address: context.address });
  try {
    await changePassword({ admin, ...typed });
  } catch (error) {
    if (error instanceof WrongPassword) await recordWrongPassword(context);
    throw error;
  }
  logSecurityEvent(context, "admin_password_changed", { operatorId: admin.operatorId });
}
