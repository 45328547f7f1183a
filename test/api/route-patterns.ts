import "#app/server/register-features.ts";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { callTables } from "#app/routes/api/calls.ts";
import routes from "#app/routes.ts";

export interface ListedRoute {
  /** The whole path with its parameters, such as `/track/:id`. */
  pattern: string;
  isScreen: boolean;
}

/** The routes of the application, from the route table itself; all calls are answered by one. */
const routesOfTable = routes.flatMap((route) => flatten(route, ""));

const callPatterns = callTables.flatMap((table) => Object.keys(table));

/** Every address of the application: those of the route table, and of the calls. */
export const allRoutes: readonly ListedRoute[] = [
  ...routesOfTable.filter(({ pattern }) => !callPatterns.includes(pattern)),
  ...callPatterns.map((pattern) => ({ pattern, isScreen: false })),
];

function flatten(route: RouteConfigEntry, parent: string): ListedRoute[] {
  const path = route.path ? `${parent}/${route.path}` : parent;
  const below = (route.children ?? []).flatMap((child) => flatten(child, path));
  const isPage = route.path !== undefined || route.index;
  if (!isPage) return below;
  return [{ pattern: path || "/", isScreen: route.file.startsWith("routes/screens/") }, ...below];
}
