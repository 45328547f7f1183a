import { backgroundPlayCookie } from "#app/features/playback/background-play.ts";
import { isSecure, readCookie } from "./cookie.ts";

/** Whether playback continues on this device while the installed app is hidden. */
export const readBackgroundPlay = (request: Request): boolean =>
  readCookie(request, backgroundPlayCookie.name) === "on";

/** The Set-Cookie header that stores the setting on the device. Not HttpOnly: the player in the page reads it. */
export function backgroundPlayHeader(isOn: boolean, url: URL): string {
  const { name, maxAge } = backgroundPlayCookie;
  return `${name}=${isOn ? "on" : "off"}; Path=/; Max-Age=${maxAge}; SameSite=Lax${isSecure(url) ? "; Secure" : ""}`;
}
