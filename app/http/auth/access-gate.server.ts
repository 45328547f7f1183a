import { type MiddlewareFunction, redirect } from "react-router";
import { decideAccess } from "#app/features/access/access.ts";
import { accessLevelOf } from "#app/features/access/access-level.ts";
import { type PageLoaderArguments, pageLoader } from "../core/page-loader.server.ts";
import { getViewer, requestContext } from "../core/request-context.ts";

const findViewer = pageLoader(({ context }: PageLoaderArguments) => getViewer(context));

/**
 * Root middleware: redirects viewers who may not reach a route before any of it is loaded, run or rendered. Covers documents,
 * page data, forms and resource routes, by the matched pattern.
 */
export const accessGate: MiddlewareFunction<Response> = async ({ request, pattern, context }, next) => {
  const level = accessLevelOf({ pattern, url: context.get(requestContext).url });
  // No session look-up: these routes decide themselves, and some must answer while the database is down.
  if (level === "public" || level === "admin" || level === "call") return next();
  const decision = decideAccess({ viewer: await findViewer({ context }), level });
  if (decision === "allowed") return next();
  const isRead = request.method === "GET" || request.method === "HEAD";
  return redirect(decision, isRead ? 302 : 303);
};
