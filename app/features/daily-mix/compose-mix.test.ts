import { expect, test } from "vitest";
import { composeMix, cutMix, type MixCandidate } from "./compose-mix.ts";

const minuteMs = 60_000;
const track = (id: number, userId: string): MixCandidate => ({
  id,
  userId,
  remainingMs: 2 * minuteMs,
  fromMs: 0,
});
const planned = (id: number, userId: string, minutes = 2) => ({ id, userId, lengthMs: minutes * minuteMs });
const none = { resume: [], followed: [], playlist: [], saved: [], discovery: [], again: [] };
const ids = (items: readonly { id: number }[]) => items.map(({ id }) => id);

test("the reasons take turns, each track is in once, and what is liked only fills up", () => {
  const mix = composeMix(
    {
      resume: [track(1, "a"), track(2, "b")],
      followed: [track(3, "c"), track(1, "a")],
      discovery: [track(4, "d")],
      saved: [track(5, "e"), track(3, "c")],
      playlist: [track(6, "f")],
      again: [track(7, "g"), track(8, "h")],
    },
    15 * minuteMs,
  );
  expect(mix.map(({ id, reason }) => `${id} ${reason}`)).toEqual([
    "1 resume",
    "3 followed",
    "4 discovery",
    "5 saved",
    "6 playlist",
    "2 resume",
    "7 again",
    "8 again",
  ]);
  expect(ids(composeMix({ ...none, followed: [track(1, "a"), track(2, "b")] }, minuteMs))).toEqual([1]);
});

test("no two in a row are by one author while anybody else's is left", () => {
  const mix = composeMix(
    {
      ...none,
      followed: [track(1, "a"), track(2, "a"), track(3, "a"), track(4, "a")],
      saved: [track(5, "b")],
      again: [track(6, "c")],
    },
    60 * minuteMs,
  );
  expect(ids(mix)).toEqual([1, 5, 2, 6, 3, 4]);
});

test.each([10, 18, 30, 60])("%s minutes are filled to within the shortest track that is left", (minutes) => {
  const items = Array.from({ length: 40 }, (_, index) =>
    planned(index, `u${index % 7}`, 1 + ((index * 7) % 5)),
  );
  const cut = cutMix(items, minutes);
  const cutMs = cut.reduce((sum, { lengthMs }) => sum + lengthMs, 0);
  expect(cutMs).toBeLessThanOrEqual(minutes * minuteMs);
  expect(cutMs).toBeGreaterThan((minutes - 1) * minuteMs);
  expect(cut[0]).toBe(items[0]);
  const authors = cut.map(({ userId }) => userId);
  expect(authors.filter((author, index) => author === authors[index - 1])).toEqual([]);
});

test("what is too long is passed over, but for the only one", () => {
  expect(ids(cutMix([planned(1, "a", 20), planned(2, "b", 4)], 10))).toEqual([2]);
  expect(ids(cutMix([planned(1, "a", 20)], 10))).toEqual([1]);
  expect(cutMix([], 10)).toEqual([]);
});
