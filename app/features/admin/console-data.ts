import { useRouteLoaderData } from "react-router";

export interface ConsoleData {
  /** Null without a session: the login form is shown. */
  admin: {
    username: string;
    /** Whether the password was typed within the last 15 minutes: what destroys need not ask for it. */
    isPasswordFresh: boolean;
  } | null;
}

/** The layout's data; undefined outside the console. */
export function useConsoleData(): ConsoleData | undefined {
  return useRouteLoaderData<() => Promise<ConsoleData>>("routes/screens/admin/layout");
}
