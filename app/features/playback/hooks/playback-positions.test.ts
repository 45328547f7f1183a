import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readNewPosition, readSavedPosition, savePosition } from "./playback-positions.ts";

let stored = new Map<string, string>();
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());
const track = (id: number) => ({ id, duration: 90 });
const read = (id: number) => readSavedPosition(track(id));

test("a track's last position is saved", () => {
  savePosition(track(1), 33.33);
  savePosition(track(2), 50);
  savePosition(track(1), 40);
  expect([1, 2, 3].map(read)).toEqual([40, 50, 0]);
});

test("a position is newer than the page's if the track was left since the document was loaded", () => {
  vi.stubGlobal("performance", { timeOrigin: Date.now() + 60_000 });
  savePosition(track(1), 40);
  expect(readNewPosition(track(1))).toBeUndefined();
  vi.stubGlobal("performance", { timeOrigin: Date.now() - 60_000 });
  expect([1, 2].map((id) => readNewPosition(track(id)))).toEqual([40, undefined]);
  savePosition(track(1), 90);
  expect(readNewPosition(track(1))).toBe(0);
});

test.each([
  ["hardly begun", 4.9],
  ["almost over", 88],
  ["over", 90],
])("%s is forgotten", (_, seconds) => {
  savePosition(track(1), 33);
  savePosition(track(1), seconds);
  expect(read(1)).toBe(0);
});

test("a position beyond what is heard now is not resumed: premium has ended", () => {
  savePosition(track(1), 60);
  expect(readSavedPosition({ id: 1, duration: 30 })).toBe(0);
});

test("the last hundred positions are stored", () => {
  for (let id = 1; id <= 101; id++) savePosition(track(id), 20);
  expect([1, 2, 101].map(read)).toEqual([0, 20, 20]);
});

test.each(["", "{", "5", '[["1",2]]', "[[1]]", "[null]"])("%j on the device is nothing", (text) => {
  stored.set("playback-positions", text);
  expect(read(1)).toBe(0);
  savePosition(track(1), 20);
  expect(read(1)).toBe(20);
});

test("without storage positions are not saved", () => {
  vi.stubGlobal("localStorage", undefined);
  savePosition(track(1), 20);
  expect(read(1)).toBe(0);
});
