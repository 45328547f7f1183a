import { expect, test } from "vitest";
import { requestedReturnPath, safeReturnPath } from "./return-path.ts";

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
  ["/.//evil.example", "/"],
  ["/api/auth/logout", "/"],
  ["api/auth/google", "/"],
  ["/API/auth/logout", "/"],
  ["/auth/google?redirect=/x", "/"],
  ["/%61pi/auth/logout", "/"],
  ["/%E0%A4%A", "/"],
  ["/authors", "/authors"],
  [`/${"x".repeat(2000)}`, "/"],
])("%j leads to %s", (requested, path) => {
  expect(safeReturnPath(requested)).toBe(path);
});

test.each([
  ["redirect=premium&payment=true", "/premium?payment=true"],
  ["redirect=/premium%3Fpayment%3Dtrue", "/premium?payment=true"],
  ["redirect=premium", "/premium"],
  ["redirect=search&payment=true", "/search"],
  ["", "/"],
  [`redirect=/${"x".repeat(299)}`, `/${"x".repeat(299)}`],
  [`redirect=/${"x".repeat(300)}`, "/"],
  // Percent-encoded: nine characters for each of these.
  [`redirect=/search?search=${"夜".repeat(40)}`, "/"],
])("%j asks for %s", (query, path) => {
  expect(requestedReturnPath(new URLSearchParams(query))).toBe(path);
});
