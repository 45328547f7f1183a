import { acceptOperatorLink } from "#app/features/admin/operators/operator-verbs.server.ts";
import {
  findAdminSession,
  signInAdmin,
  signOutAdmin,
} from "#app/features/admin/session/admin-session.server.ts";
import type { AdminSession } from "#app/features/admin/session/admin-session.ts";
import { recordFailedTry } from "#app/features/admin/session/record-failed-try.server.ts";
import { SecondFactorNeeded } from "#app/features/admin/session/second-factor.server.ts";
import { LimitReached, NotAuthenticated } from "#app/features/domain-error.ts";
import { cookieName, isSecure, readCookie, serializeCookie } from "../cookies/cookie.ts";
import { networkOf } from "../core/client-address.ts";
import type { RequestContext } from "../core/request-context.ts";
import { logSecurityEvent } from "../core/security-event.server.ts";
import { rateLimits } from "../limits/rate-limits.server.ts";

const name = "mugen_admin";

const readToken = (request: Request, url: URL) => readCookie(request, cookieName(name, isSecure(url)));

/** The admin of the request's own cookie; a member's session does not count. */
export async function readAdminSession(request: Request, url: URL): Promise<AdminSession | null> {
  const token = readToken(request, url);
  return token ? findAdminSession(token) : null;
}

export const adminCookie = (token: string, maxAgeS: number, url: URL): string =>
  serializeCookie({ name, value: token, maxAge: maxAgeS, secure: isSecure(url) });

/**
 * Signs the browser in to the console, ends its earlier session there, and sets the cookie. Throws what `signInAdmin` throws, and
 * `LimitReached` after too many codes of an app for one operator, from whatever addresses.
 */
export async function signInToConsole(options: {
  request: Request;
  context: RequestContext;
  typed: { username: string; password: string; code?: string | undefined; rememberMe: boolean };
}): Promise<void> {
  const { request, context, typed } = options;
  const deviceInfo = request.headers.get("User-Agent") ?? "";
  const countAppCode = (operatorId: string) => rateLimits.adminCode.consume(operatorId);
  await consoleSignIn(
    context,
    () => signInAdmin({ ...typed, deviceInfo, countAppCode }),
    Boolean(typed.code),
  );
}

/** Logs what `prove` refuses, and notes it for operators unless the code of a second factor was only missing. */
export async function consoleSignIn(
  context: RequestContext,
  prove: () => Promise<{ token: string; maxAgeS: number }>,
  hasCode = false,
): Promise<void> {
  const opened = await prove().catch(async (error: unknown) => {
    logSecurityEvent(context, "admin_sign_in_refused");
    const network = networkOf(context.address);
    const isWrongCode = error instanceof SecondFactorNeeded || error instanceof LimitReached;
    if (error instanceof NotAuthenticated || (isWrongCode && hasCode))
      await recordFailedTry({ action: "admin.sign-in-failed", network });
    throw error;
  });
  await startBrowserSession(context, opened);
}

/** Sets the password of the link's operator, and signs the browser in. Throws `NotFound` (`acceptOperatorLink`). */
export async function joinConsole(options: {
  request: Request;
  context: RequestContext;
  token: string;
  password: string;
}): Promise<void> {
  const { request, context, token, password } = options;
  const deviceInfo = request.headers.get("User-Agent") ?? "";
  await startBrowserSession(context, await acceptOperatorLink({ token, password, deviceInfo }));
}

async function startBrowserSession(
  context: RequestContext,
  { token, maxAgeS }: { token: string; maxAgeS: number },
): Promise<void> {
  const before = await context.admin();
  if (before) await signOutAdmin({ admin: before });
  logSecurityEvent(context, "admin_signed_in");
  context.setCookie(adminCookie(token, maxAgeS, context.url));
}

/** Ends the console's session and removes its cookie; clears nothing else. */
export async function signOutOfConsole(context: RequestContext): Promise<void> {
  const admin = await context.admin();
  if (admin) {
    await signOutAdmin({ admin });
    logSecurityEvent(context, "admin_signed_out");
  }
  context.setCookie(adminCookie("", 0, context.url));
}
