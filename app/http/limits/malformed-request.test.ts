import { expect, test } from "vitest";
import { malformedStatus, replaceNul } from "./malformed-request.ts";

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

test.each([
  ["/clip/%00", "/clip/%EF%BF%BD"],
  ["/create?source=a%00", "/create?source=a%EF%BF%BD"],
  ["/search?search=%2500", "/search?search=%2500"],
])("%s is read as %s", (url, read) => {
  const request = { url };
  replaceNul(request);
  expect(request.url).toBe(read);
});
