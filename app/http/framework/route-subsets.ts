import { createRequestHandler, type ServerBuild } from "react-router";
import { pagePath } from "./single-fetch.ts";

// React Router compares a path with the branches of all routes, one regular expression after another, and creates all route
// objects again for every page that it renders. With hundreds of routes that costs more than most answers. Can go when it
// finds routes by their segments.

type RequestHandler = ReturnType<typeof createRequestHandler>;

/** Route ids with their parents and paths, as in the build and in its manifest. */
type Routes = Record<string, { parentId?: string | undefined; path?: string | undefined } | undefined>;

/**
 * React Router's handler of a build, made of one handler for each pair of first segments that routes share. A request goes
 * to the one whose routes are all that its path can match: the answer is the same as with all routes.
 */
export function createSegmentedHandler(build: ServerBuild, mode: string): RequestHandler {
  const handlers = new Map<string, RequestHandler>();
  const segmentsOf = segmentClasses(build.routes);
  return (request, context) => {
    const segments = segmentsOf(pagePath(new URL(request.url).pathname));
    const key = segments?.join("/") ?? "*";
    let handler = handlers.get(key);
    if (!handler) {
      handler = createRequestHandler(segments ? buildSubset(build, segments) : build, mode);
      handlers.set(key, handler);
    }
    return handler(request, context);
  };
}

function buildSubset(build: ServerBuild, segments: Segments): ServerBuild {
  const ids = matchableRoutes(build.routes, segments);
  const keep = <Value>(byId: Record<string, Value>) =>
    Object.fromEntries(Object.entries(byId).filter(([id]) => ids.has(id)));
  return {
    ...build,
    routes: keep(build.routes),
    assets: { ...build.assets, routes: keep(build.assets.routes) },
  };
}

/** The first two segments of a path: a static one of some route in lower case, `*` for any other, `""` for none. */
type Segments = readonly [string, string];

const isStatic = (segment: string) => !/^[:*]|\?$/.test(segment);

/** The segments of a route's whole path. */
function fullPath(routes: Routes, id: string): string[] {
  const route = routes[id];
  if (!route) return [];
  const parents = route.parentId ? fullPath(routes, route.parentId) : [];
  return [...parents, ...(route.path ?? "").toLowerCase().split("/").filter(Boolean)];
}

/**
 * The function that gives the segments of a path; null for paths that need all routes: with encoded characters in their
 * beginning, or empty segments.
 */
export function segmentClasses(routes: Routes): (pathname: string) => Segments | null {
  const seconds = new Map<string, Set<string>>();
  const paths = Object.keys(routes).map((id) => fullPath(routes, id));
  for (const [first] of paths) if (first && isStatic(first)) seconds.set(first, new Set());
  const anywhere = new Set<string>();
  for (const [first, second] of paths) {
    if (!first || !second || !isStatic(second)) continue;
    if (isStatic(first)) seconds.get(first)?.add(second);
    else anywhere.add(second);
  }
  return (pathname) => {
    const [, first = "", second = ""] = pathname.toLowerCase().split("/", 3);
    if (pathname.includes("//") || first.includes("%") || second.includes("%")) return null;
    const below = seconds.get(first);
    const isKnown = anywhere.has(second) || below?.has(second);
    return [first && !below ? "*" : first, second && !isKnown ? "*" : second];
  };
}

/** Ids of the routes that a path with these segments can match, with their parents. */
export function matchableRoutes(routes: Routes, segments: Segments): Set<string> {
  const found = new Set<string>();
  for (const id of Object.keys(routes)) {
    if (!canMatch(fullPath(routes, id), segments)) continue;
    for (let at: string | undefined = id; at !== undefined; at = routes[at]?.parentId) found.add(at);
  }
  return found;
}

function canMatch([first = "", second = ""]: string[], segments: Segments): boolean {
  if (first === "*") return true;
  const isFirst = isStatic(first) ? first === segments[0] : segments[0] !== "";
  if (!isFirst) return false;
  if (second === "*") return true;
  return isStatic(second) ? second === segments[1] : segments[1] !== "";
}
