import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { writeDeviceOwner } from "#app/features/site/device-owner.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { forgetPendingLike, readPendingLike, savePendingLike } from "./pending-like.ts";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("a visitor's like waits an hour for whoever signs in", () => {
  savePendingLike(7, 0);
  expect(readPendingLike("kanade", hourMs - 1)).toBe(7);
  expect(readPendingLike("kanade", hourMs)).toBeNull();
  forgetPendingLike();
  expect(readPendingLike("kanade", 0)).toBeNull();
});

test("the like of a member whose session has ended is no like of somebody else who signs in there", () => {
  writeDeviceOwner("kanade");
  savePendingLike(7);
  // The next page has no member.
  writeDeviceOwner(null);
  expect(readPendingLike("hibiki")).toBeNull();
  expect(readPendingLike("kanade")).toBe(7);
});

test.each(["7", "7 soon ", "0 1 ", "x 1 kanade", ""])("what another version stored is none: %j", (stored) => {
  localStorage.setItem("pending-like", stored);
  expect(readPendingLike("kanade", 1)).toBeNull();
});
