import { cookieHeader, cookieName, isSecure, readCookie } from "./cookies.ts";

const name = "mugen_invitation";
const hourS = 60 * 60;

/** The invitation code that this browser carries to its sign-in, or null. */
export function readInvitationCode(request: Request, url: URL): string | null {
  // Postgres takes no NUL, and a cookie can carry one.
  return readCookie(request, cookieName(name, isSecure(url)))?.replaceAll("\0", "") ?? null;
}

/** Keeps the code for an hour; an empty one forgets it. */
export function invitationCookie(code: string, url: URL): string {
  return cookieHeader({ name, value: code, maxAge: code ? hourS : 0, secure: isSecure(url) });
}

const longestCode = 100;

/** The code of a sign-in that begins: from its `invitation=` or else the cookie. An empty or endless one is none. */
export function invitationOfSignIn(request: Request, url: URL): string | null {
  const asked = url.searchParams.get("invitation")?.replaceAll("\0", "");
  const code = asked || readInvitationCode(request, url);
  return code && code.length <= longestCode ? code : null;
}
