import { expect, test } from "vitest";
import { z } from "zod";
import { apiDocument } from "./api-document.ts";
import type { CallDeclaration } from "./call.ts";

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
