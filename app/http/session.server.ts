import {
  endSession,
  findSession,
  idOfToken,
  nameOfToken,
  startSession,
} from "#app/features/accounts/server/session.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { NotAuthenticated } from "#app/features/domain-error.ts";
import { cookieHeader, cookieIn, cookieName, isSecure, readCookie } from "./cookies.ts";

const name = "mugen_session";
/** As long as browsers keep a cookie; how long a session lasts is the row's business. */
const cookieS = 400 * 24 * 60 * 60;

/** The user of the session that a request carries, or null. */
export async function readSession(request: Request, url: URL): Promise<Viewer | null> {
  const token = readCookie(request, cookieName(name, isSecure(url)));
  return token ? findSession(token) : null;
}

/** The token of the session in a `Cookie` header, or null. */
export const tokenIn = (header: string, url: URL): string | null =>
  cookieIn(header, cookieName(name, isSecure(url)));

/** Whether a request names a session, be it one that is over. */
export function carriesSession(request: Request, url: URL): boolean {
  return Boolean(readCookie(request, cookieName(name, isSecure(url))));
}

/** The public name of the session that a request carries, or null. */
export function currentSession(request: Request, url: URL): string | null {
  const token = readCookie(request, cookieName(name, isSecure(url)));
  return token ? nameOfToken(token) : null;
}

/** The id of the session that a request carries. Throws `NotAuthenticated` where it carries none. */
export function requireSessionId(request: Request, url: URL): string {
  const token = readCookie(request, cookieName(name, isSecure(url)));
  if (!token) throw new NotAuthenticated();
  return idOfToken(token);
}

/** The Set-Cookie header that removes the cookie of a session that has ended. */
export function forgetSession(url: URL): string {
  return cookieHeader({ name, value: "", maxAge: 0, secure: isSecure(url) });
}

/**
 * Headers by which the browser also forgets what pages have kept on the device, with JavaScript or without: drafts,
 * offline tracks, the service worker and its push subscription. Cookies (theme, consent) stay.
 */
export const clearDevice = { "Clear-Site-Data": '"storage"' };

/** Signs `userId` in on this device, in place of whoever was; returns the Set-Cookie header. */
export async function signIn(request: Request, url: URL, userId: string): Promise<string> {
  await signOut(request, url);
  const token = await startSession({ userId, deviceInfo: request.headers.get("User-Agent") ?? "" });
  return cookieHeader({ name, value: token, maxAge: cookieS, secure: isSecure(url) });
}

/** Ends the session that a request carries at its owner's wish; returns the headers of the answer. */
export async function logOut(request: Request, url: URL): Promise<Record<string, string>> {
  // Whoever is signed in nowhere has nothing to lose by a link.
  const forgets = carriesSession(request, url) ? clearDevice : {};
  return { ...forgets, "Set-Cookie": await signOut(request, url) };
}

/** Ends the session that a request carries, if any; returns the Set-Cookie header that removes the cookie. */
async function signOut(request: Request, url: URL): Promise<string> {
  const token = readCookie(request, cookieName(name, isSecure(url)));
  if (token) await endSession(token);
  return forgetSession(url);
}
