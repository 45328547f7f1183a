import { expect, test } from "vitest";
import { malformedStatus } from "./malformed-request.ts";

test.each([
  ["GET", "/search?search=%E5%A4%9C&x=%", "localhost:3000", null],
  ["GET", "/", undefined, null],
  ["POST", "//evil.example/x", "mugen.example", null],
  ["TRACE", "/", "localhost", 405],
  ["TRACE", "/api/tracks", "localhost", 405],
  ["PROPFIND", "/", "localhost", 405],
  ["SEARCH", "/api/tracks", "localhost", null],
  ["GET", "/", "[", 400],
  ["GET", "/", "a b", 400],
  ["GET", "/", "evil.example@localhost", 400],
  ["GET", "/", "localhost/api/tracks?x=", 400],
  ["GET", "/i/%E0%A4%A", "localhost", 400],
  ["GET", "/%", "localhost", 400],
  ["OPTIONS", "*", "localhost", 400],
  ["GET", "http://evil.example/ping", "localhost", 400],
])("%s %s for %s: %s", (method, url, host, status) => {
  expect(malformedStatus({ method, url, headers: host === undefined ? {} : { host } })).toBe(status);
});
