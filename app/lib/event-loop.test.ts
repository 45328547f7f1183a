import { setImmediate as nextTurn, setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { currentTick, lowPriorityQueue } from "./event-loop.ts";

test("the number is the same until the turn ends, and another one in each turn that follows", async () => {
  const first = currentTick();
  await Promise.resolve();
  expect(currentTick()).toBe(first);
  await setImmediate();
  const second = currentTick();
  expect(second).not.toBe(first);
  await setImmediate();
  expect([first, second]).not.toContain(currentTick());
});

test("one task in each turn of the event loop, in order, and again after the queue was empty", async () => {
  const enqueue = lowPriorityQueue();
  for (let time = 0; time < 2; time++) {
    const done: number[] = [];
    for (let n = 0; n < 4; n++) enqueue(() => done.push(n));
    expect(done).toEqual([]);
    for (let n = 0; n < 4; n++) {
      await nextTurn();
      expect(done).toEqual([0, 1, 2, 3].slice(0, n + 1));
    }
  }
});
