import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#app/routes.ts";

export interface ListedRoute {
  /** Such as `/track/:id`. */
  pattern: string;
  isScreen: boolean;
}

export const listedRoutes: readonly ListedRoute[] = routes.flatMap((route) => flatten(route, ""));

function flatten(route: RouteConfigEntry, parent: string): ListedRoute[] {
  const path = route.path ? `${parent}/${route.path}` : parent;
  const below = (route.children ?? []).flatMap((child) => flatten(child, path));
  const isPage = route.path !== undefined || route.index;
  if (!isPage) return below;
  return [{ pattern: path || "/", isScreen: route.file.startsWith("routes/screens/") }, ...below];
}
