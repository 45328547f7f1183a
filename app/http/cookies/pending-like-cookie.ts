import { cookieName, isSecure, readCookie, serializeCookie } from "./cookie.ts";

const name = "mugen_like";
const hourS = 60 * 60;

/** The track that a visitor without JavaScript will like after the sign-in. */
export function readPendingLike(request: Request, url: URL): number | null {
  return Number(readCookie(request, cookieName(name, isSecure(url)))) || null;
}

/** The Set-Cookie header, for an hour; null removes it. */
export function pendingLikeCookie(trackId: number | null, url: URL): string {
  return serializeCookie({
    name,
    value: `${trackId ?? ""}`,
    maxAge: trackId ? hourS : 0,
    secure: isSecure(url),
  });
}
