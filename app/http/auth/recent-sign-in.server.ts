import { isRecentSignIn } from "#app/features/accounts/account-sections.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { ReauthenticationRequired } from "#app/features/domain-error.ts";
import type { RequestContext } from "../core/request-context.ts";
import { logSecurityEvent } from "../core/security-event.server.ts";

export const recentSignInDescription =
  "最後のログインから1時間がたつと、もう一度ログインするまで403（`reauthentication_required`）になります。";

/**
 * Limits what a stolen session can do (all data, the account, other sessions): whether the sign-in is at most an hour old; logs
 * if not.
 */
export function hasRecentSignIn(context: RequestContext, viewer: Viewer): boolean {
  if (isRecentSignIn(viewer.signedInAt)) return true;
  logSecurityEvent(context, "reauthentication_required", { userId: viewer.id });
  return false;
}

/** Throws `ReauthenticationRequired` unless `hasRecentSignIn`. */
export function requireRecentSignIn(context: RequestContext, viewer: Viewer): void {
  if (!hasRecentSignIn(context, viewer)) throw new ReauthenticationRequired();
}
