import { useLocation, useParams, useRouteLoaderData } from "react-router";
import { isPermitted, type OperatorRole } from "#app/features/audit/operator-roles.ts";

export interface ConsoleData {
  /** Null without a session: the login form is shown. */
  admin: {
    username: string;
    role: OperatorRole;
    /** Whether the password was typed within the last 15 minutes: what destroys need not ask for it. */
    isPasswordFresh: boolean;
  } | null;
}

/** The layout's data; undefined outside the console. */
export function useConsoleData(): ConsoleData | undefined {
  return useRouteLoaderData<() => Promise<ConsoleData>>("routes/screens/admin/layout");
}

/** The role of the operator who looks, for what a page shows; the server decides what they may do (`requirePermission`). */
export const useOperatorRole = (): OperatorRole => useConsoleData()?.admin?.role ?? "administrator";

/**
 * Tells whether the operator's role has a form of this page, by its `intent`, so that no button is drawn that would be refused.
 */
export function useFormPermission(): (intent: string) => boolean {
  const role = useOperatorRole();
  const { pathname } = useLocation();
  const names = new Map(Object.entries(useParams()).map(([name, value]) => [value, `:${name}`]));
  const pattern = pathname
    .replace(/\/+$/, "")
    .split("/")
    .map((segment) => names.get(decodeURIComponent(segment)) ?? segment)
    .join("/");
  return (intent) => isPermitted({ role }, `POST ${pattern} ${intent}`);
}
