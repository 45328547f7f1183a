import { parseUrl } from "#app/lib/parse-url.ts";

const longest = 2000;
/** Characters of a path that is kept while somebody is at the identity provider. */
const longestKept = 300;

/**
 * Where to go after sign-in: only a path of this site (decisions, "Accounts"). `create-post-v2`, as the
 * specification writes it, means `/create-post-v2`. Anything else (`//host`, `/\host`, a scheme, a call instead of a
 * page) gives `/`.
 */
export function safeReturnPath(requested: string | null | undefined): string {
  if (!requested || requested.length > longest) return "/";
  const path = /^[A-Za-z0-9][A-Za-z0-9/_-]*$/.test(requested) ? `/${requested}` : requested;
  const base = "https://site.invalid";
  if (!path.startsWith("/") || /[\\\t\r\n]/.test(path)) return "/";
  const url = parseUrl(path, base);
  if (!url) return "/";
  const pathname = decoded(url.pathname);
  if (url.origin !== base || url.pathname.startsWith("//") || pathname === null) return "/";
  if (/^\/+(api|auth)(\/|$)/i.test(pathname)) return "/";
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The path as the router reads it; null when its percent signs stand for no text. */
function decoded(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}

/**
 * The return path that `/api/auth/google` and the sign-in page are asked for. The premium page's
 * `redirect=premium&payment=true` (spec 3 §2.3) means `/premium?payment=true`. One of more than 300 characters gives `/`.
 */
export function requestedReturnPath(query: URLSearchParams): string {
  const path = safeReturnPath(query.get("redirect"));
  if (path.length > longestKept) return "/";
  return path === "/premium" && query.get("payment") === "true" ? "/premium?payment=true" : path;
}
