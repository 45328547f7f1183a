import { expect, test } from "vitest";
import { negotiateEncoding } from "./negotiate-encoding.ts";

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["", null],
  ["identity", null],
  ["br;q=0, gzip;q=0", null],
  ["br; q=0.0, gzip", "gzip"],
  ["br;q=0.5, gzip;q=0.8", "gzip"],
  ["BR;Q=1.000", "br"],
  ["*", "br"],
  ["br;q=0, *", "gzip"],
  ["*;q=0", null],
  ["identity;q=1, *;q=0.5", null],
  ["gzip;q=x", null],
  ["brotli", null],
])("Accept-Encoding: %s is answered in %s", (header, encoding) => {
  expect(negotiateEncoding(header)).toBe(encoding);
});
