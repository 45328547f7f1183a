import { expect, test } from "vitest";
import "#app/server/register-features.ts";
import { callTables } from "#app/routes/api/calls.ts";
import { expectations } from "#test/api/access-expectations.ts";
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
const existing = allRoutes.map(({ pattern }) => pattern);
const actual = existing.filter((pattern) => !pattern.startsWith("/api/"));

test("every route has its access level in access-level.ts; without one it is closed", () => {
  expect(
    actual.filter((pattern) => !listed.includes(pattern)),
    "routes without a level: add them to `routesByLevel` in access-level.ts",
  ).toEqual([]);
});

test("access-level.ts names no route that does not exist", () => {
  const gone = listed.filter((pattern) => !actual.includes(pattern));
  expect(gone, "levels without a route: remove them from access-level.ts").toEqual([]);
});

const expected = new Set(expectations.map(({ method, pattern }) => `${method} ${pattern}`));

test("of every page and of every method of a call is written what each role gets", () => {
  const calls = callTables.flatMap((table) =>
    Object.entries(table).flatMap(([pattern, operations]) =>
      Object.keys(operations).map((method) => `${method} ${pattern}`),
    ),
  );
  expect(
    calls.filter((call) => !expected.has(call)),
    "calls without a line: add them to test/api/call-expectations.ts, those of the console to console-expectations.ts",
  ).toEqual([]);
  const patterns = new Set(expectations.map(({ pattern }) => pattern));
  expect(
    existing.filter((pattern) => !patterns.has(pattern)),
    "routes without a line: add them to test/api/page-expectations.ts, those of the console to console-expectations.ts",
  ).toEqual([]);
});

test("nothing is expected of a route that does not exist", () => {
  const gone = expectations.filter(({ pattern }) => !existing.includes(pattern));
  expect(
    gone.map(({ method, pattern }) => `${method} ${pattern}`),
    "lines of test/api/*-expectations.ts without a route",
  ).toEqual([]);
});
