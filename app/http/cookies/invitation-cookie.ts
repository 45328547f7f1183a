import { cookieName, isSecure, readCookie, serializeCookie } from "./cookie.ts";

const name = "mugen_invitation";

/** The invitation code that this browser has stored for its sign-in, or null. */
export function readInvitationCode(request: Request, url: URL): string | null {
  // Postgres takes no NUL, and a cookie can carry one.
  return readCookie(request, cookieName(name, isSecure(url)))?.replaceAll("\0", "") ?? null;
}

/** The Set-Cookie header that stores the code for the browser's session; an empty code removes it. */
export function invitationCookie(code: string, url: URL): string {
  return serializeCookie({ name, value: code, ...(!code && { maxAge: 0 }), secure: isSecure(url) });
}

const maxCodeLength = 100;

/** The invitation code for a sign-in that begins: `invitation=` of the URL, else the cookie. Null when empty or too long. */
export function invitationForSignIn(request: Request, url: URL): string | null {
  const fromUrl = url.searchParams.get("invitation")?.replaceAll("\0", "");
  const code = fromUrl || readInvitationCode(request, url);
  return code && code.length <= maxCodeLength ? code : null;
}
