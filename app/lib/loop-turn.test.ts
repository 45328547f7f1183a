import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { loopTurn } from "./loop-turn.ts";

test("the number is the same until the turn ends, and another one in each turn that follows", async () => {
  const first = loopTurn();
  await Promise.resolve();
  expect(loopTurn()).toBe(first);
  await setImmediate();
  const second = loopTurn();
  expect(second).not.toBe(first);
  await setImmediate();
  expect([first, second]).not.toContain(loopTurn());
});
