import { expect, test } from "vitest";
import { ByteCache } from "./byte-cache.ts";

const of = (length: number) => new Uint8Array(length);

test("what was not asked for longest goes first, and no more is kept than may be", () => {
  const cache = new ByteCache(10);
  cache.put("a", of(4));
  cache.put("b", of(4));
  expect(cache.get("a")?.byteLength).toBe(4);
  cache.put("c", of(4));
  expect([cache.get("a"), cache.get("b"), cache.get("c")].map((bytes) => bytes?.byteLength)).toEqual([
    4,
    undefined,
    4,
  ]);
  expect(cache.bytes).toBe(8);
  cache.put("a", of(2));
  expect(cache.bytes).toBe(6);
  cache.put("huge", of(11));
  expect([cache.bytes, cache.get("huge")]).toEqual([0, undefined]);
});
