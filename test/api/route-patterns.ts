import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#app/routes.ts";

export interface ListedRoute {
  /** The whole path with its parameters, such as `/track/:id`. */
  pattern: string;
  isScreen: boolean;
}

/** The routes of the application, from the route table itself; one of them answers all calls (`all-routes.ts`). */
export const listedRoutes: readonly ListedRoute[] = routes.flatMap((route) => flatten(route, ""));

function flatten(route: RouteConfigEntry, parent: string): ListedRoute[] {
  const path = route.path ? `${parent}/${route.path}` : parent;
  const below = (route.children ?? []).flatMap((child) => flatten(child, path));
  const isPage = route.path !== undefined || route.index;
  if (!isPage) return below;
  return [{ pattern: path || "/", isScreen: route.file.startsWith("routes/screens/") }, ...below];
}
