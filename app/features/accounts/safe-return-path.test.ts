import { expect, test } from "vitest";
import { safeReturnPath } from "./safe-return-path.ts";

test.each([
  ["/create-post-v2", "/create-post-v2"],
  ["create-post-v2", "/create-post-v2"],
  ["/track/3?x=1#cue", "/track/3?x=1#cue"],
  ["/search?search=%E5%A4%9C", "/search?search=%E5%A4%9C"],
  [null, "/"],
  ["", "/"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["\\\\evil.example", "/"],
  ["/\t/evil.example", "/"],
  ["https://evil.example/x", "/"],
  ["javascript:alert(1)", "/"],
  ["/./..//evil.example", "/"],
  ["evil.example", "/"],
  ["///evil.example", "/"],
])("%j leads to %s", (requested, path) => {
  expect(safeReturnPath(requested)).toBe(path);
});
