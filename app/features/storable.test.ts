import { expect, test } from "vitest";
import { storable } from "./storable.ts";

test("strings at every depth lose what Postgres refuses, everything else stays", () => {
  const value = { a: "夜\0の", list: ["\ud800x", 5, null, { deep: "\0" }], yes: true };
  expect(storable(value)).toEqual({ a: "夜の", list: ["\ufffdx", 5, null, { deep: "" }], yes: true });
  expect(storable(undefined)).toBeUndefined();
});

test("nesting without end does not exhaust the stack", () => {
  const nested: unknown = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
  expect(JSON.stringify(storable(nested))).toMatch(/^\[+null\]+$/);
});
