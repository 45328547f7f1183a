import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRecovery } from "./recovery.ts";

const page = new EventTarget();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", page);
  vi.stubGlobal("navigator", { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const recovering = () => {
  const attempt = vi.fn();
  const giveUp = vi.fn();
  return { attempt, giveUp, recovery: createRecovery({ attempt, giveUp }) };
};

test("a broken sound is tried ever less often, and given up after two minutes", () => {
  const { attempt, giveUp, recovery } = recovering();
  const times: number[] = [];
  const begun = Date.now();
  attempt.mockImplementation(() => {
    times.push(Date.now() - begun);
    recovery.begin(true);
  });
  recovery.begin(true);
  vi.advanceTimersByTime(200_000);
  expect(times.slice(0, 5)).toEqual([1000, 3000, 7000, 15_000, 30_000]);
  expect(times.at(-1)).toBeLessThanOrEqual(120_000);
  expect(giveUp).toHaveBeenCalledOnce();
});

test("the network's return is an attempt at once, its absence is none", () => {
  const { attempt, recovery } = recovering();
  vi.stubGlobal("navigator", { onLine: false });
  recovery.begin(true);
  vi.advanceTimersByTime(10_000);
  expect(attempt).not.toHaveBeenCalled();
  vi.stubGlobal("navigator", { onLine: true });
  page.dispatchEvent(new Event("online"));
  expect(attempt).toHaveBeenCalledOnce();
});

test("a browser that only waits for data is left alone for a while", () => {
  const { attempt, recovery } = recovering();
  recovery.begin(false);
  vi.advanceTimersByTime(11_999);
  expect(attempt).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(attempt).toHaveBeenCalledOnce();
});

test("nothing is tried once the sound is back", () => {
  const { attempt, giveUp, recovery } = recovering();
  recovery.begin(true);
  recovery.end();
  page.dispatchEvent(new Event("online"));
  vi.advanceTimersByTime(200_000);
  expect(attempt).not.toHaveBeenCalled();
  expect(giveUp).not.toHaveBeenCalled();
});
