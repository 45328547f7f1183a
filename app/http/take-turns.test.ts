import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTurns, isNote } from "./take-turns.ts";

test("one piece of work in each turn, in their order, and again after all are done", async () => {
  const inTurns = createTurns();
  for (let time = 0; time < 2; time++) {
    const done: number[] = [];
    for (let n = 0; n < 4; n++) inTurns(() => done.push(n));
    expect(done).toEqual([]);
    for (let n = 0; n < 4; n++) {
      await nextTurn();
      expect(done).toEqual([0, 1, 2, 3].slice(0, n + 1));
    }
  }
});

test.each([
  ["POST", "/api/tracks/7/increment-play-count", true],
  ["POST", "/api/tracks/7/increment-impression-count?x=1", true],
  ["POST", "/api/listening-history", true],
  ["GET", "/api/listening-history", false],
  ["POST", "/api/tracks/7", false],
  ["DELETE", "/api/user/listening-history", false],
  ["POST", "/api/tracks/7/increment-play-counts", false],
])("%s %s leaves a note: %s", (method, url, note) => {
  expect(isNote({ method, url })).toBe(note);
});
