import { cookieHeader, cookieName, isSecure, readCookie } from "./cookies.ts";

const name = "mugen_installed";

/** Whether this visit is the installed app's: its address says so (`pwa=1`), or one before it did (spec 1 §4). */
export function readInstalledApp(request: Request, url: URL): boolean {
  return isStart(url) || readCookie(request, cookieName(name, isSecure(url))) === "1";
}

/** What remembers that for the visit; null where there is nothing new to remember. */
export function installedAppCookie(url: URL): string | null {
  return isStart(url) ? cookieHeader({ name, value: "1", secure: isSecure(url) }) : null;
}

const isStart = (url: URL) => url.searchParams.get("pwa") === "1";
