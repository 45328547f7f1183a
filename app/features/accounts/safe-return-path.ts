/**
 * Where to go after sign-in: only a path of this site (decisions, "Accounts"). `create-post-v2`, as the
 * specification writes it, means `/create-post-v2`. Anything else (`//host`, `/\host`, a scheme) gives `/`.
 */
export function safeReturnPath(requested: string | null | undefined): string {
  if (!requested) return "/";
  const path = /^[A-Za-z0-9][A-Za-z0-9/_-]*$/.test(requested) ? `/${requested}` : requested;
  const base = "https://site.invalid";
  if (!path.startsWith("/") || /[\\\t\r\n]/.test(path) || !URL.canParse(path, base)) return "/";
  const url = new URL(path, base);
  if (url.origin !== base || url.pathname.startsWith("//")) return "/";
  return `${url.pathname}${url.search}${url.hash}`;
}
