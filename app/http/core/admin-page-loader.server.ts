import type { AdminSession } from "#app/features/admin/session/admin-session.ts";
import { adminSignInNeeded } from "../auth/admin-guard.server.ts";
import { type PageLoaderArguments, pageLoader } from "./page-loader.server.ts";
import { requestContext } from "./request-context.ts";

/** What the work of a loader of the console gets: the route's arguments and the session. */
export type AdminArguments<Arguments> = Arguments & { admin: AdminSession };

/**
 * A loader of the console: `work` runs for the admin only and gets the session. Without one the layout shows the login form
 * at the same address, with status 200.
 */
export function adminPageLoader<Arguments extends PageLoaderArguments, Result>(
  work: (args: AdminArguments<Arguments>) => Promise<Result>,
): (args: Arguments) => Promise<Result> {
  return pageLoader(async (args: Arguments) => {
    const admin = await args.context.get(requestContext).admin();
    if (!admin) throw adminSignInNeeded(200);
    return work({ ...args, admin });
  });
}
