import { data, type RouterContextProvider, redirect } from "react-router";
import type { AdminSession } from "#app/features/admin/session/admin-session.ts";
import { actOf, requirePermission } from "#app/features/audit/operator-roles.ts";
import { adminSignInNeeded } from "../auth/admin-guard.server.ts";
import { errorResponse, isServerError } from "./error-response.ts";
import { requestContext } from "./request-context.ts";

export interface PageLoaderArguments {
  context: Readonly<RouterContextProvider>;
}

interface ConsoleArguments extends PageLoaderArguments {
  /** Of the matched route, such as `admin/tracks/:trackId`. */
  pattern?: string;
}

/**
 * Applies the error table to a screen's loader or action: a domain error becomes the route's error page with its status
 * and message. Faults of the server are thrown on.
 */
export function pageLoader<Arguments extends PageLoaderArguments, Result>(
  work: (args: Arguments) => Promise<Result>,
): (args: Arguments) => Promise<Result> {
  return async (args) => {
    try {
      return await work(args);
    } catch (error) {
      const current = args.context.get(requestContext);
      const answer = errorResponse(error, current.requestId);
      if (error instanceof Response || isServerError(answer.status)) throw error;
      // The page of a refused form can't be shown either.
      current.refused = false;
      for (const [name, value] of Object.entries(answer.headers)) current.setHeader(name, value);
      throw data(answer.body, { status: answer.status });
    }
  };
}

/** What the work of a loader of the console gets: the route's arguments and the session. */
export type AdminArguments<Arguments> = Arguments & { admin: AdminSession };

/**
 * A loader of the console: `work` runs for operators only, whose role has the page (`requirePermission`), and gets the session.
 * Without one the layout shows the login form at the same address, with status 200.
 */
export function adminPageLoader<Arguments extends ConsoleArguments, Result>(
  work: (args: AdminArguments<Arguments>) => Promise<Result>,
): (args: Arguments) => Promise<Result> {
  return pageLoader(async (args: Arguments) => {
    const admin = await args.context.get(requestContext).admin();
    if (!admin) throw adminSignInNeeded(200);
    requirePermission(admin, actOf("GET", args.pattern ?? ""));
    return work({ ...args, admin });
  });
}

/** The loader of a file of the console, by the same rules; without a session the way to `page`, which offers it. */
export function adminFileLoader<Arguments extends ConsoleArguments>(
  page: string,
  work: (args: AdminArguments<Arguments>) => Promise<Response>,
): (args: Arguments) => Promise<Response> {
  return pageLoader(async (args: Arguments) => {
    const admin = await args.context.get(requestContext).admin();
    if (!admin) throw redirect(page);
    requirePermission(admin, actOf("GET", args.pattern ?? ""));
    return work({ ...args, admin });
  });
}
