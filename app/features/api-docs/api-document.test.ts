import { expect, test } from "vitest";
import { z } from "zod";
import { allRoutes } from "#test/api/all-routes.ts";
import { apiDocument } from "./api-document.ts";
import type { CallDeclaration } from "./call.ts";
import { tagOf, tags } from "./tags.ts";

const statusesOf = (who: CallDeclaration["who"]) => {
  const declared = { who, summary: "聴きます。", reply: z.object({}) };
  const document = apiDocument([{ method: "GET", pattern: "/api/tracks", declared }], "1");
  return Object.keys(document.paths?.["/api/tracks"]?.get?.responses ?? {});
};

test("a call that reads says 403 where it asks more than to be signed in: approval, or an operator's role", () => {
  expect(statusesOf("admin")).toContain("403");
  expect(statusesOf("members")).toContain("403");
  expect(statusesOf("members-or-admin")).toContain("403");
  expect(statusesOf("accounts")).not.toContain("403");
  expect(statusesOf("anyone")).not.toContain("403");
});

/** Tell of addresses that name no call. */
const unknownOnes = ["/api/*", "/api/:a/:b?/:c?"];

test("every call stands below a heading that says in Japanese what it is about", () => {
  const calls = allRoutes
    .map(({ pattern }) => pattern)
    .filter((pattern) => pattern.startsWith("/api/") && !unknownOnes.includes(pattern));
  expect(calls.length).toBeGreaterThan(100);
  expect(
    calls.filter((pattern) => !tags.some(({ name }) => name === tagOf(pattern))),
    "calls without a heading: add their first segment to `paths` of one in app/features/api-docs/tags.ts",
  ).toEqual([]);
});
