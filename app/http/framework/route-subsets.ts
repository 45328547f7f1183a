import { createRequestHandler, type ServerBuild } from "react-router";
import { pagePath } from "./single-fetch.ts";

// React Router matches a path against all routes and recreates their objects for each page: with hundreds of routes that costs
// more than most answers. Can go when it finds routes by segment.

type RequestHandler = ReturnType<typeof createRequestHandler>;

type Routes = Record<string, { parentId?: string | undefined; path?: string | undefined } | undefined>;

/**
 * React Router's handler, split by first path segment. Each has all routes that such a path can match, so answers stay the
 * same.
 */
export function createSegmentedHandler(build: ServerBuild, mode: string): RequestHandler {
  const handlers = new Map<string, RequestHandler>();
  const segmentOf = segmentClasses(build.routes);
  return (request, context) => {
    const segment = segmentOf(pagePath(new URL(request.url).pathname));
    const key = segment ?? "all";
    let handler = handlers.get(key);
    if (!handler) {
      handler = createRequestHandler(segment === null ? build : buildSubset(build, segment), mode);
      handlers.set(key, handler);
    }
    return handler(request, context);
  };
}

function buildSubset(build: ServerBuild, segment: string): ServerBuild {
  const ids = matchableRoutes(build.routes, segment);
  const keep = <Value>(byId: Record<string, Value>) =>
    Object.fromEntries(Object.entries(byId).filter(([id]) => ids.has(id)));
  return {
    ...build,
    routes: keep(build.routes),
    assets: { ...build.assets, routes: keep(build.assets.routes) },
  };
}

const isStatic = (segment: string) => !/^[:*]|\?$/.test(segment);

function firstSegment(routes: Routes, id: string): string {
  const route = routes[id];
  if (!route) return "";
  const above = route.parentId ? firstSegment(routes, route.parentId) : "";
  return above || ((route.path ?? "").toLowerCase().split("/").find(Boolean) ?? "");
}

/**
 * Classifies a path by first segment: a known static one in lower case, `*` for others, `""` for none. Null (needs all routes)
 * for encoded characters or empty segments.
 */
export function segmentClasses(routes: Routes): (pathname: string) => string | null {
  const known = new Set(
    Object.keys(routes)
      .map((id) => firstSegment(routes, id))
      .filter(isStatic),
  );
  return (pathname) => {
    const [, first = ""] = pathname.toLowerCase().split("/", 2);
    if (pathname.includes("//") || first.includes("%")) return null;
    return known.has(first) ? first : "*";
  };
}

/** The routes that such a path can match, with their parents. */
export function matchableRoutes(routes: Routes, segment: string): Set<string> {
  const found = new Set<string>();
  for (const id of Object.keys(routes)) {
    const first = firstSegment(routes, id);
    const canMatch = isStatic(first) ? first === segment : first === "*" || segment !== "";
    for (let at = canMatch ? id : undefined; at !== undefined; at = routes[at]?.parentId) found.add(at);
  }
  return found;
}
