import { backgroundPlayCookie } from "#app/features/playback/background-play.ts";
import { cookieName, isSecure, readCookie } from "./cookie.ts";

const nameAt = (url: URL) => cookieName(backgroundPlayCookie.name, isSecure(url));

/** Whether playback continues here while the installed app is hidden. */
export const readBackgroundPlay = (request: Request, url: URL): boolean =>
  readCookie(request, nameAt(url)) === "on";

/** The Set-Cookie header. Not HttpOnly: the page's player reads it. */
export function backgroundPlayHeader(isOn: boolean, url: URL): string {
  const { maxAge } = backgroundPlayCookie;
  return `${nameAt(url)}=${isOn ? "on" : "off"}; Path=/; Max-Age=${maxAge}; SameSite=Lax${isSecure(url) ? "; Secure" : ""}`;
}
