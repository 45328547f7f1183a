import { useLocation, useParams, useRouteLoaderData } from "react-router";
import { isPermitted, type OperatorRole } from "#app/features/audit/operator-roles.ts";

export interface ConsoleData {
  /** Null without a session: the login form is shown. */
  admin: {
    username: string;
    role: OperatorRole;
    /** If so, what destroys need not ask for the password. */
    isPasswordFresh: boolean;
  } | null;
}

/** Undefined outside the console. */
export function useConsoleData(): ConsoleData | undefined {
  return useRouteLoaderData<() => Promise<ConsoleData>>("routes/screens/admin/layout");
}

/** Only for what a page shows; the server decides what the operator may do (`requirePermission`). */
export const useOperatorRole = (): OperatorRole => useConsoleData()?.admin?.role ?? "administrator";

/** Hides buttons that the server would refuse the role, by the form's `intent`. */
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
