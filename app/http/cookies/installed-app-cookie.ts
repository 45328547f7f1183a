import { cookieName, isSecure, readCookie, serializeCookie } from "./cookie.ts";

const name = "mugen_installed";

/** Whether this visit is the installed app's: its URL has `pwa=1`, or an earlier one of the visit had. */
export function readInstalledApp(request: Request, url: URL): boolean {
  return isStart(url) || readCookie(request, cookieName(name, isSecure(url))) === "1";
}

/** The Set-Cookie header that remembers it for the browser's session, or null for a URL without `pwa=1`. */
export function installedAppCookie(url: URL): string | null {
  return isStart(url) ? serializeCookie({ name, value: "1", secure: isSecure(url) }) : null;
}

const isStart = (url: URL) => url.searchParams.get("pwa") === "1";
