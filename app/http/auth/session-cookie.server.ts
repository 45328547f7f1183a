import {
  endSession,
  findSession,
  type Identity,
  publicIdOfToken,
  startSession,
} from "#app/features/accounts/sessions/session.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { NotAuthenticated } from "#app/features/domain-error.ts";
import { isOperatorDevice } from "#app/features/push/server/operator-devices.server.ts";
import { hashToken } from "#app/lib/secret-token.ts";
import { cookieName, isSecure, parseCookie, readCookie, serializeCookie } from "../cookies/cookie.ts";
import { readOperatorPush } from "../cookies/operator-push-cookie.ts";
import type { RequestContext } from "../core/request-context.ts";
import { logSecurityEvent } from "../core/security-event.server.ts";

const name = "mugen_session";
/** Browsers' maximum. The session's row decides when it ends. */
const cookieMaxAgeS = 400 * 24 * 60 * 60;

export async function readSession(request: Request, url: URL): Promise<Viewer | null> {
  const token = readCookie(request, cookieName(name, isSecure(url)));
  return token ? findSession(token) : null;
}

export const parseSessionToken = (header: string, { secure }: { secure: boolean }): string | null =>
  parseCookie(header, cookieName(name, secure));

/** Valid or not. */
export function hasSessionCookie(request: Request, url: URL): boolean {
  return Boolean(readCookie(request, cookieName(name, isSecure(url))));
}

export function currentSessionName(request: Request, url: URL): string | null {
  const token = readCookie(request, cookieName(name, isSecure(url)));
  return token ? publicIdOfToken(token) : null;
}

/** Throws `NotAuthenticated` without a cookie. */
export function requireSessionId(request: Request, url: URL): string {
  const token = readCookie(request, cookieName(name, isSecure(url)));
  if (!token) throw new NotAuthenticated();
  return hashToken(token);
}

/** The Set-Cookie header that removes the session cookie. */
export function clearSessionCookie(url: URL): string {
  return serializeCookie({ name, value: "", maxAge: 0, secure: isSecure(url) });
}

/**
 * Headers that make the browser clear drafts, offline tracks, the service worker and its push subscription, even without
 * JavaScript. Cookies (theme, consent) stay. Nobody would be told that an operator's messages have ended with the subscription:
 * none for a browser that gets them, where the next page clears what is the member's (`clearDeviceData`).
 */
export async function clearSiteData(request: Request, url: URL): Promise<Record<string, string>> {
  const id = readOperatorPush(request, url);
  return id && (await isOperatorDevice(id)) ? {} : { "Clear-Site-Data": '"storage"' };
}

/** Starts a session and ends the request's own. Returns the Set-Cookie header. */
export async function signIn(options: {
  request: Request;
  context: RequestContext;
  userId: string;
  identity: Identity;
}): Promise<string> {
  const { request, context, userId, identity } = options;
  const { url } = context;
  const before = await context.viewer();
  await signOut(request, url);
  const token = await startSession({ userId, identity, deviceInfo: request.headers.get("User-Agent") ?? "" });
  logSecurityEvent(context, before?.id === userId ? "reauthenticated" : "signed_in", { userId });
  return serializeCookie({ name, value: token, maxAge: cookieMaxAgeS, secure: isSecure(url) });
}

/** Ends the request's session. Returns the response's headers. */
export async function logOut(request: Request, url: URL): Promise<Record<string, string>> {
  // Prevents another site's link from clearing a visitor's storage.
  const storage = hasSessionCookie(request, url) ? await clearSiteData(request, url) : {};
  return { ...storage, "Set-Cookie": await signOut(request, url) };
}

/** Returns the Set-Cookie header that removes the cookie. */
async function signOut(request: Request, url: URL): Promise<string> {
  const token = readCookie(request, cookieName(name, isSecure(url)));
  if (token) await endSession(token);
  return clearSessionCookie(url);
}
