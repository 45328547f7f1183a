import "#app/server/register-features.ts";
import { callTables } from "#app/routes/api/calls.ts";
import { type ListedRoute, listedRoutes } from "./route-patterns.ts";

const callPatterns = callTables.flatMap((table) => Object.keys(table));

/** Those of the route table, and of the calls behind one of its routes. */
export const allRoutes: readonly ListedRoute[] = [
  ...listedRoutes.filter(({ pattern }) => !callPatterns.includes(pattern)),
  ...callPatterns.map((pattern) => ({ pattern, isScreen: false })),
];
