import { data, type RouterContextProvider, redirect } from "react-router";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import type { AdminSession } from "#app/features/admin/session/admin-session.ts";
import { actOf, requirePermission } from "#app/features/audit/operator-roles.ts";
import { adminSignInNeeded } from "../auth/admin-guard.server.ts";
import { errorResponse, isServerError } from "./error-response.ts";
import { getViewer, requestContext } from "./request-context.ts";

export interface PageLoaderArguments {
  context: Readonly<RouterContextProvider>;
}

interface ConsoleArguments extends PageLoaderArguments {
  pattern?: string;
}

/** The error table for loaders and actions: a domain error becomes the route's error page. Rethrows faults of the server. */
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

export type ByViewer<Arguments> = Arguments & { viewer: Viewer | null };

/** A members' loader: `work` gets the viewer, null for a visitor. */
export function viewerLoader<Arguments extends PageLoaderArguments, Result>(
  work: (args: ByViewer<Arguments>) => Promise<Result>,
): (args: Arguments) => Promise<Result> {
  return pageLoader(async (args: Arguments) => work({ ...args, viewer: await getViewer(args.context) }));
}

export type AdminArguments<Arguments> = Arguments & { admin: AdminSession };

/**
 * A console loader: `work` runs only for operators whose role has the page (`requirePermission`). Without a session the layout
 * shows the login form at this address, status 200.
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

/** A console file's loader; without a session leads to `page`, which offers the file. */
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
