import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes, type RouteObject } from "react-router";
import { expect, test } from "vitest";
import routeTable from "#app/routes.ts";
import { allRoutes } from "#test/api/all-routes.ts";
import { matchableRoutes, segmentClasses } from "./route-subsets.ts";

interface Listed {
  parentId?: string;
  path?: string;
  index?: boolean;
}

const routes: Record<string, Listed> = { root: { path: "" } };

function list(entries: readonly RouteConfigEntry[], parentId: string): void {
  for (const { file, id = file, path, index, children = [] } of entries) {
    routes[id] = { parentId, ...(path === undefined ? {} : { path }), ...(index ? { index } : {}) };
    list(children, id);
  }
}

list(routeTable, "root");

function tree(ids: ReadonlySet<string>, parentId: string | undefined): RouteObject[] {
  return [...ids].flatMap((id): RouteObject[] => {
    const route = routes[id];
    if (!route || route.parentId !== parentId) return [];
    const path = route.path === undefined ? {} : { path: route.path };
    if (route.index) return [{ id, index: true, ...path }];
    return [{ id, ...path, children: tree(ids, id) }];
  });
}

const whole = tree(new Set(Object.keys(routes)), undefined);
const segmentOf = segmentClasses(routes);

const matched = (in_: RouteObject[], path: string) =>
  matchRoutes(in_, path)?.map(({ route, params }) => ({ id: route.id, params }));

const samples = allRoutes.map(({ pattern }) => pattern.replaceAll(/:\w+/g, "x1").replaceAll("*", "deep/er"));

test.each<[string, string[]]>([
  ["every route's own", samples],
  ["with a slash at the end", samples.map((path) => `${path.replace(/\/$/, "")}/`)],
  ["in capitals", samples.map((path) => path.toUpperCase())],
  ["one segment longer", samples.map((path) => `${path.replace(/\/$/, "")}/more`)],
  [
    "of no route, or of a person",
    [
      "/no/such/page/at/all",
      "/someone",
      "/someone/followers",
      "/someone/faq",
      "/api",
      "/api/none",
      "/api/tracks/1/none",
      "/playlists/夜",
      "/constructor/__proto__",
    ],
  ],
])("paths %s match among the routes of their first segment what they match among all", (_kind, paths) => {
  for (const path of paths) {
    const segment = segmentOf(path);
    if (segment === null) throw new Error(`${path} got all routes`);
    const few = tree(matchableRoutes(routes, segment), undefined);
    expect(matched(few, path), path).toEqual(matched(whole, path));
  }
});

test("the routes of a path are a small part of all", () => {
  const count = Object.keys(routes).length;
  for (const path of ["/", "/faq", "/api/tracks", "/api/tracks/1"]) {
    const segment = segmentOf(path) ?? "";
    expect(matchableRoutes(routes, segment).size, path).toBeLessThan(count / 4);
  }
});

test("a path with encoded or empty segments gets all routes", () => {
  for (const path of ["/%66aq", "//faq", "/api//tracks"]) expect(segmentOf(path)).toBeNull();
});
