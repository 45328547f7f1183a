import { expect, test } from "vitest";
import { z } from "zod";
import { sanitizeStrings, validate } from "#app/features/validate.ts";

test("strings at every depth lose what Postgres refuses, everything else stays", () => {
  const value = { a: "夜\0の", list: ["\ud800x", 5, null, { deep: "\0" }], yes: true };
  expect(sanitizeStrings(value)).toEqual({ a: "夜の", list: ["\ufffdx", 5, null, { deep: "" }], yes: true });
  expect(sanitizeStrings(undefined)).toBeUndefined();
});

test("nesting without end does not exhaust the stack", () => {
  const nested: unknown = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
  expect(JSON.stringify(sanitizeStrings(nested))).toMatch(/^\[+null\]+$/);
});

test("a schema without words of its own speaks Japanese", () => {
  const schema = z.object({ state: z.enum(["approved", "denied"]) });
  expect(() => validate(schema, { state: "pending" })).toThrow(
    expect.objectContaining({ fields: { state: ["次のどれかを指定してください（approved、denied）"] } }),
  );
});
