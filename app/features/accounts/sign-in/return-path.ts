import { parseUrl } from "#app/lib/parse-url.ts";
import type { Viewer } from "../viewer.ts";

/** A test builds the site's longest path, about 3,000: a search in a category, encoded twice. */
const maxLength = 4000;

/** Prevents redirects to other sites: all but paths of this site becomes `/`. Accepts a missing first slash. */
export function safeReturnPath(requested: string | null | undefined): string {
  if (!requested || requested.length > maxLength) return "/";
  const path = /^[A-Za-z0-9][A-Za-z0-9/_-]*$/.test(requested) ? `/${requested}` : requested;
  const base = "https://site.invalid";
  if (!path.startsWith("/") || /[\\\t\r\n]/.test(path)) return "/";
  const url = parseUrl(path, base);
  if (!url) return "/";
  const pathname = decodePathname(url.pathname);
  if (url.origin !== base || url.pathname.startsWith("//") || pathname === null) return "/";
  if (/^\/+(api|auth)(\/|$)/i.test(pathname)) return "/";
  return `${url.pathname}${url.search}${url.hash}`;
}

/** As the router reads it; null for invalid percent encoding. */
function decodePathname(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}

/** `redirect=premium&payment=true` means `/premium?payment=true`. */
export function requestedReturnPath(query: URLSearchParams): string {
  const path = safeReturnPath(query.get("redirect"));
  return path === "/premium" && query.get("payment") === "true" ? "/premium?payment=true" : path;
}

/** Accounts that are not approved go to their gate page, members to `returnPath`. Home gets `from_auth=true`. */
export function pathAfterSignIn(state: Viewer["state"], returnPath: string): string {
  if (state === "pending") return "/pending-approval";
  if (state === "denied" || state === "suspended") return "/access-denied";
  const url = new URL(returnPath, "https://site.invalid");
  if (url.pathname !== "/") return returnPath;
  url.searchParams.set("from_auth", "true");
  return `/${url.search}${url.hash}`;
}
