import { expect, test } from "vitest";
import { allRoutes } from "#test/api/all-routes.ts";
import { accessReason, decideAccess, gatePageRedirect } from "./access.ts";
import { accessLevelOf, routesByLevel } from "./access-level.ts";

const states = [null, "pending", "denied", "approved"] as const;
const viewerOf = (state: (typeof states)[number]) => state && { state };

test.each([
  ["public", ["allowed", "allowed", "allowed", "allowed"]],
  ["call", ["allowed", "allowed", "allowed", "allowed"]],
  ["account", ["allowed", "allowed", "allowed", "allowed"]],
  ["own", ["allowed", "/pending-approval", "/access-denied", "allowed"]],
  ["closed", ["/closed-beta", "/pending-approval", "/access-denied", "allowed"]],
] as const)("%s: visitor, pending, denied and approved get %j", (level, expected) => {
  expect(states.map((state) => decideAccess({ viewer: viewerOf(state), level }))).toEqual(expected);
});

test.each([
  ["/", "/", "public"],
  ["/", "/?track=3&from_auth=false", "public"],
  ["/", "/?from_auth=true", "closed"],
  ["/search", "/search?from_auth=true", "public"],
  ["/profile", "/profile", "own"],
  ["/settings", "/settings?resume=export", "account"],
  ["/:userId/followers", "/mugen/followers", "closed"],
  ["/api/auth/me", "/api/auth/me", "call"],
  ["api/*", "/api/nope", "call"],
  ["i/:code", "/i/abc", "public"],
  ["*", "/no/such/page", "public"],
  ["/*", "/no/such/page", "public"],
  ["/api-docs", "/api-docs", "closed"],
  ["/not/in/the/table", "/not/in/the/table", "closed"],
  ["/constructor", "/constructor", "closed"],
])("the route %s is, asked for as %s, %s", (pattern, path, level) => {
  expect(accessLevelOf({ pattern, url: new URL(path, "http://localhost") })).toBe(level);
});

test("no route is in the table twice", () => {
  const patterns = Object.values(routesByLevel).flat();
  expect(patterns).toEqual([...new Set(patterns)]);
});

test.each([
  ["/closed-beta", [null, null, null, "/"]],
  ["/invalid-invitation", [null, null, null, "/"]],
  ["/pending-approval", [null, null, "/access-denied", "/welcome"]],
  ["/access-denied", [null, "/pending-approval", null, "/"]],
])("from %s visitor, pending, denied and approved go to %j", (path, expected) => {
  expect(states.map((state) => gatePageRedirect({ viewer: viewerOf(state), path }))).toEqual(expected);
});

test("every way of having no access has a reason of its own", () => {
  const reasons = states.map((state) =>
    accessReason({ viewer: viewerOf(state), hasSession: state !== null }),
  );
  expect(reasons).toEqual(["not_authenticated", "pending_approval", "access_denied", "ok"]);
  expect(accessReason({ viewer: null, hasSession: true })).toBe("user_not_found");
});

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
