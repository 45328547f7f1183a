import { safeReturnPath } from "#app/features/accounts/sign-in/return-path.ts";
import { adminLoginPath, adminPath } from "./admin-session.ts";

/** Where the login form leads: a page of the console, `/admin` for anything else. */
export function adminReturnPath(requested: string | null | undefined): string {
  const path = safeReturnPath(requested);
  return /^\/admin([/?#]|$)/i.test(path) && !/^\/admin\/login/i.test(path) ? path : adminPath;
}

/** Address of the login form that leads to `path`. */
export const adminLoginPathTo = (path: string): string =>
  path === adminPath ? adminLoginPath : `${adminLoginPath}?${new URLSearchParams({ next: path })}`;
