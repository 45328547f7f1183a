import { createRequestHandler, type ServerBuild } from "react-router";
import { pagePath } from "./single-fetch.ts";

// React Router compares a path with the branches of all routes, one regular expression after another, and creates all route
// objects again for every page that it renders. With hundreds of routes that costs more than most answers. Can go when it
// finds routes by their segments.

type RequestHandler = ReturnType<typeof createRequestHandler>;

type Routes = Record<string, { parentId?: string | undefined; path?: string | undefined } | undefined>;

/**
 * React Router's handler of a build, made of one handler for each first segment that routes have. A request goes
 * to the one whose routes are all that its path can match: the answer is the same as with all routes.
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

/** The first segment of a route's whole path, in lower case; `""` for that of home and of the root. */
function firstSegment(routes: Routes, id: string): string {
  const route = routes[id];
  if (!route) return "";
  const above = route.parentId ? firstSegment(routes, route.parentId) : "";
  return above || ((route.path ?? "").toLowerCase().split("/").find(Boolean) ?? "");
}

/**
 * The function that gives the first segment of a path: a static one of some route in lower case, `*` for any other, `""` for
 * none. Null for paths that need all routes: with encoded characters in it, or empty segments.
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

/** Ids of the routes that a path with this first segment can match, with their parents. */
export function matchableRoutes(routes: Routes, segment: string): Set<string> {
  const found = new Set<string>();
  for (const id of Object.keys(routes)) {
    const first = firstSegment(routes, id);
    const canMatch = isStatic(first) ? first === segment : first === "*" || segment !== "";
    for (let at = canMatch ? id : undefined; at !== undefined; at = routes[at]?.parentId) found.add(at);
  }
  return found;
}
