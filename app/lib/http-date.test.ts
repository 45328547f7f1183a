import { expect, test } from "vitest";
import { parseHttpDate } from "./http-date.ts";

const NOW = Date.UTC(2026, 10, 21);

test.each([
  ["Sun, 06 Nov 1994 08:49:37 GMT", Date.UTC(1994, 10, 6, 8, 49, 37)],
  ["Sunday, 06-Nov-94 08:49:37 GMT", Date.UTC(1994, 10, 6, 8, 49, 37)],
  ["Sun Nov  6 08:49:37 1994", Date.UTC(1994, 10, 6, 8, 49, 37)],
  ["Wed Nov 16 08:49:37 1994", Date.UTC(1994, 10, 16, 8, 49, 37)],
  ["Tue, 29 Feb 2028 00:00:00 GMT", Date.UTC(2028, 1, 29)],
  ["Saturday, 21-Nov-76 00:00:00 GMT", Date.UTC(2076, 10, 21)],
  ["Sunday, 22-Nov-76 00:00:00 GMT", Date.UTC(1976, 10, 22)],
])("%s is a date", (text, time) => {
  expect(parseHttpDate(text, NOW)).toBe(time);
});

test.each([
  "",
  "0",
  "2026-11-21",
  "2026-11-21T00:00:00Z",
  "Sun, 06 Nov 1994 08:49:37",
  "Sun, 06 Nov 1994 08:49:37 +0000",
  "Sun, 6 Nov 1994 08:49:37 GMT",
  "sun, 06 nov 1994 08:49:37 gmt",
  "Sun, 30 Feb 2026 00:00:00 GMT",
  "Sun, 00 Feb 2026 00:00:00 GMT",
  "Sun, 06 Foo 1994 08:49:37 GMT",
  "Sun, 06 Nov 1994 24:00:00 GMT",
  "Sun, 06 Nov 1994 08:60:00 GMT",
  "Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT",
])("%j is none", (text) => {
  expect(parseHttpDate(text, NOW)).toBeNull();
});
