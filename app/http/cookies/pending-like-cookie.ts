import { cookieName, isSecure, readCookie, serializeCookie } from "./cookie.ts";

const name = "mugen_like";
const hourS = 60 * 60;

/** The id of the track that a visitor without JavaScript wants to like after the sign-in, or null. */
export function readPendingLike(request: Request, url: URL): number | null {
  return Number(readCookie(request, cookieName(name, isSecure(url)))) || null;
}

/** The Set-Cookie header that stores the track's id for an hour; null removes it. */
export function pendingLikeCookie(trackId: number | null, url: URL): string {
  return serializeCookie({
    name,
    value: `${trackId ?? ""}`,
    maxAge: trackId ? hourS : 0,
    secure: isSecure(url),
  });
}
