import { parseUrl } from "#app/lib/parse-url.ts";
import type { Viewer } from "../viewer.ts";

/**
 * Characters of a path. The longest that the site itself makes is about 3,000: a search of 100 characters in a category
 * of 50, of twelve characters each when they are encoded, as the page that a track's playlists lead back to, which
 * encodes it once more. A test makes it anew.
 */
const maxLength = 4000;

/**
 * Where to go after sign-in: only a path of this site. A path without its leading slash (`create-post-v2`) is accepted.
 * Anything else (`//host`, `/\host`, a scheme, a path of the API) gives `/`.
 */
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

/** The path as the router reads it; null for invalid percent encoding. */
function decodePathname(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}

/**
 * The return path in the query of `/api/auth/google` and the sign-in page. `redirect=premium&payment=true` means
 * `/premium?payment=true`.
 */
export function requestedReturnPath(query: URLSearchParams): string {
  const path = safeReturnPath(query.get("redirect"));
  return path === "/premium" && query.get("payment") === "true" ? "/premium?payment=true" : path;
}

/**
 * Where a completed sign-in leads: accounts that are not approved to their gate page, members to `returnPath`, which gets
 * the parameter `from_auth=true` when it is home.
 */
export function pathAfterSignIn(state: Viewer["state"], returnPath: string): string {
  if (state === "pending") return "/pending-approval";
  if (state === "denied" || state === "suspended") return "/access-denied";
  const url = new URL(returnPath, "https://site.invalid");
  if (url.pathname !== "/") return returnPath;
  url.searchParams.set("from_auth", "true");
  return `/${url.search}${url.hash}`;
}
