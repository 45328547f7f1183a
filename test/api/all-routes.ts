import "#app/server/register-features.ts";
import { callTables } from "#app/routes/api/calls.ts";
import { type ListedRoute, listedRoutes } from "./route-patterns.ts";

const callPatterns = callTables.flatMap((table) => Object.keys(table));

/** Every address of the application: those of the route table, and those of the calls that one of its routes answers. */
export const allRoutes: readonly ListedRoute[] = [
  ...listedRoutes.filter(({ pattern }) => !callPatterns.includes(pattern)),
  ...callPatterns.map((pattern) => ({ pattern, isScreen: false })),
];
