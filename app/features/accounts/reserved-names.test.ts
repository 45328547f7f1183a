import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#app/config/project-root.ts";
import routes from "#app/routes.ts";
import { officialAccount } from "./account.ts";
import { isReservedName } from "./reserved-names.ts";

/** First segments of every route's path; parameters and the splat are nobody's. */
const firstSegments = new Set(
  routes.flatMap(({ path: route }) => {
    const [first] = (route ?? "").split("/");
    return first && !/^[:*]/.test(first) ? [first] : [];
  }),
);

test("nobody can be called like a screen, a call, a resource or a file of the site", () => {
  const files = readdirSync(path.join(projectRoot, "public")).map((name) => name.replace(/\..*$/, ""));
  const names = [...firstSegments, ...files, "assets", "ws", officialAccount.id];
  expect(firstSegments.size).toBeGreaterThan(10);
  expect(
    names.filter((name) => !isReservedName(name)),
    "add these to app/features/accounts/reserved-names.ts",
  ).toEqual([]);
});

test.each(["Admin", "MUGEN", "mugen_official", "Create-Post", "uploads", "i", "playlist"])(
  "%s is reserved",
  (name) => {
    expect(isReservedName(name)).toBe(true);
  },
);

test.each(["kanade", "yoru_no", "admin2", "mugenfan", ""])("%j is free", (name) => {
  expect(isReservedName(name)).toBe(false);
});
