import { cookieName, isSecure, readCookie, serializeCookie } from "./cookie.ts";

const name = "mugen_invitation";

export function readInvitationCode(request: Request, url: URL): string | null {
  return readCookie(request, cookieName(name, isSecure(url)));
}

/** The Set-Cookie header for the browser's session; an empty code removes it. */
export function invitationCookie(code: string, url: URL): string {
  return serializeCookie({ name, value: code, ...(!code && { maxAge: 0 }), secure: isSecure(url) });
}

const maxCodeLength = 100;

/** The code in the URL's `invitation=`, else in the cookie. Null if empty or too long. */
export function invitationForSignIn(request: Request, url: URL): string | null {
  const code = url.searchParams.get("invitation") || readInvitationCode(request, url);
  return code && code.length <= maxCodeLength ? code : null;
}
