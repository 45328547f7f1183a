import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { gather } from "./gather.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("each is given its own answer, those of one turn and of the time after it together", async () => {
  const rounds: (readonly number[])[] = [];
  const double = gather(100, async (questions: readonly number[]) => {
    rounds.push(questions);
    return questions.map((each) => 2 * each);
  });
  const first = [double(1), double(2)];
  await vi.advanceTimersByTimeAsync(0);
  expect(await Promise.all(first)).toEqual([2, 4]);

  await vi.advanceTimersByTimeAsync(40);
  const second = [double(3)];
  await vi.advanceTimersByTimeAsync(59);
  second.push(double(4));
  expect(rounds).toEqual([[1, 2]]);
  await vi.advanceTimersByTimeAsync(1);
  expect(rounds).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(await Promise.all(second)).toEqual([6, 8]);

  await vi.advanceTimersByTimeAsync(100);
  const alone = double(5);
  await vi.advanceTimersByTimeAsync(0);
  expect(await alone).toBe(10);
});

test("all who wait are refused where there is no answer, and the next ones are asked for again", async () => {
  let isBroken = true;
  const same = gather(100, async (questions: readonly number[]) => {
    if (isBroken) throw new Error("out of reach");
    return questions;
  });
  const refused = Promise.allSettled([same(1), same(2)]);
  await vi.advanceTimersByTimeAsync(0);
  expect((await refused).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  isBroken = false;
  const answered = same(3);
  await vi.advanceTimersByTimeAsync(100);
  expect(await answered).toBe(3);
});
