import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTurns } from "./create-turns.ts";

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
