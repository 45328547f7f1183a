import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { batch, batchEvery } from "./batch.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("what comes in one turn or in the time after a round is done together, after a pause at once", async () => {
  const rounds: (readonly number[])[] = [];
  const add = batchEvery<number>(100, (items) => void rounds.push(items));
  add(1);
  add(2);
  expect(rounds).toEqual([]);
  await vi.advanceTimersByTimeAsync(0);
  expect(rounds).toEqual([[1, 2]]);

  await vi.advanceTimersByTimeAsync(40);
  add(3);
  await vi.advanceTimersByTimeAsync(59);
  add(4);
  expect(rounds).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(rounds.slice(1)).toEqual([[3, 4]]);

  await vi.advanceTimersByTimeAsync(100);
  add(5);
  await vi.advanceTimersByTimeAsync(0);
  expect(rounds.slice(2)).toEqual([[5]]);
});

test("each who asks in a turn is given its own answer, by one look", async () => {
  const looks: (readonly number[])[] = [];
  const double = batch(async (questions: readonly number[]) => {
    looks.push(questions);
    return questions.map((each) => 2 * each);
  });
  const answers = Promise.all([double(1), double(2)]);
  await vi.advanceTimersByTimeAsync(0);
  expect(await answers).toEqual([2, 4]);
  const alone = double(3);
  await vi.advanceTimersByTimeAsync(0);
  expect(await alone).toBe(6);
  expect(looks).toEqual([[1, 2], [3]]);
});

test("all who wait are refused where there is no answer, and the next ones are asked for again", async () => {
  let isBroken = true;
  const same = batch(async (questions: readonly number[]) => {
    if (isBroken) throw new Error("out of reach");
    return questions;
  });
  const refused = Promise.allSettled([same(1), same(2)]);
  await vi.advanceTimersByTimeAsync(0);
  expect((await refused).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  isBroken = false;
  const answered = same(3);
  await vi.advanceTimersByTimeAsync(0);
  expect(await answered).toBe(3);
});
