import { backgroundPlayCookie } from "#app/features/playback/background-play.ts";
import { isSecure, readCookie } from "./cookies.ts";

/** Whether this device's member wants sound to go on while the installed app is hidden. */
export const readBackgroundPlay = (request: Request): boolean =>
  readCookie(request, backgroundPlayCookie.name) === "on";

/** The Set-Cookie header that keeps the answer on the device. The page's player reads it: it is no secret. */
export function backgroundPlayHeader(isOn: boolean, url: URL): string {
  const { name, maxAge } = backgroundPlayCookie;
  return `${name}=${isOn ? "on" : "off"}; Path=/; Max-Age=${maxAge}; SameSite=Lax${isSecure(url) ? "; Secure" : ""}`;
}
