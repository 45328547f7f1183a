import { expect, test } from "vitest";
import { allRoutes } from "#test/api/all-routes.ts";
import { routesByLevel } from "./access-level.ts";

const listed: string[] = Object.values(routesByLevel).flat();
const actual = allRoutes.map(({ pattern }) => pattern).filter((pattern) => !pattern.startsWith("/api/"));

test("every route has its access level in access-level.ts; without one it is closed", () => {
  expect(
    actual.filter((pattern) => !listed.includes(pattern)),
    "routes without a level",
  ).toEqual([]);
});

test("access-level.ts names no route that does not exist", () => {
  const gone = listed.filter((pattern) => !actual.includes(pattern));
  expect(gone, "levels without a route").toEqual([]);
});
