import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { recallPosition, rememberPosition } from "./remembered-positions.ts";

let kept = new Map<string, string>();
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());
const track = (id: number) => ({ id, duration: 90 });

test("a track is taken up where it was left", () => {
  rememberPosition(track(1), 33.33);
  rememberPosition(track(2), 50);
  rememberPosition(track(1), 40);
  expect([1, 2, 3].map(recallPosition)).toEqual([40, 50, 0]);
});

test.each([
  ["hardly begun", 4.9],
  ["as good as over", 88],
  ["over", 90],
])("%s is forgotten", (_, seconds) => {
  rememberPosition(track(1), 33);
  rememberPosition(track(1), seconds);
  expect(recallPosition(1)).toBe(0);
});

test("the last hundred are kept", () => {
  for (let id = 1; id <= 101; id++) rememberPosition(track(id), 20);
  expect([1, 2, 101].map(recallPosition)).toEqual([0, 20, 20]);
});

test.each(["", "{", "5", '[["1",2]]', "[[1]]", "[null]"])("%j on the device is nothing", (text) => {
  kept.set("playback-positions", text);
  expect(recallPosition(1)).toBe(0);
  rememberPosition(track(1), 20);
  expect(recallPosition(1)).toBe(20);
});

test("a device without storage only forgets", () => {
  vi.stubGlobal("localStorage", undefined);
  rememberPosition(track(1), 20);
  expect(recallPosition(1)).toBe(0);
});
