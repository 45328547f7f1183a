import { cookieName, isSecure, readCookie, serializeCookie } from "./cookie.ts";

const name = "mugen_installed";

/** Whether this URL or an earlier one of the visit has `pwa=1`. */
export function readInstalledApp(request: Request, url: URL): boolean {
  return isStart(url) || readCookie(request, cookieName(name, isSecure(url))) === "1";
}

/** The Set-Cookie header for the browser's session; null without `pwa=1`. */
export function installedAppCookie(url: URL): string | null {
  return isStart(url) ? serializeCookie({ name, value: "1", secure: isSecure(url) }) : null;
}

const isStart = (url: URL) => url.searchParams.get("pwa") === "1";
