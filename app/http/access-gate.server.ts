import { type MiddlewareFunction, redirect } from "react-router";
import { accessLevelOf } from "#app/features/access/access-level.ts";
import { decideAccess } from "#app/features/access/decide-access.ts";
import { getViewer, requestContext } from "./request-context.ts";

/**
 * Middleware of the root: nothing of a page is loaded, run or rendered for those who may not reach it (spec 1 §4). It
 * sees documents, page data, form posts and resource routes alike, with the pattern of the route that will answer.
 */
export const accessGate: MiddlewareFunction<Response> = async ({ request, pattern, context }, next) => {
  const level = accessLevelOf({ pattern, url: context.get(requestContext).url });
  // Nobody is looked up for these: they answer, each in its own way, also while the database does not.
  if (level === "public" || level === "call") return next();
  const decision = decideAccess({ viewer: await getViewer(context), level });
  if (decision === "allowed") return next();
  const reads = request.method === "GET" || request.method === "HEAD";
  return redirect(decision, reads ? 302 : 303);
};
