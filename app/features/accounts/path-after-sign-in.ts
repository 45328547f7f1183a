import type { Viewer } from "./viewer.ts";

/**
 * Where a fresh sign-in leads: waiting and denied accounts to their gate page, members to where they wanted, home
 * with the flag `from_auth=true` (spec 1 §2).
 */
export function pathAfterSignIn(state: Viewer["state"], returnPath: string): string {
  if (state === "pending") return "/pending-approval";
  if (state === "denied") return "/access-denied";
  const url = new URL(returnPath, "https://site.invalid");
  if (url.pathname !== "/") return returnPath;
  url.searchParams.set("from_auth", "true");
  return `/${url.search}${url.hash}`;
}
