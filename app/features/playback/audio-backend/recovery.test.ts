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

const createTestRecovery = () => {
  const attempt = vi.fn();
  const giveUp = vi.fn();
  return { attempt, giveUp, recovery: createRecovery({ attempt, giveUp }) };
};

test("after an error attempts come at growing intervals, and end after two minutes", () => {
  const { attempt, giveUp, recovery } = createTestRecovery();
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

test("there are no attempts offline, and one at once when online again", () => {
  const { attempt, recovery } = createTestRecovery();
  vi.stubGlobal("navigator", { onLine: false });
  recovery.begin(true);
  vi.advanceTimersByTime(10_000);
  expect(attempt).not.toHaveBeenCalled();
  vi.stubGlobal("navigator", { onLine: true });
  page.dispatchEvent(new Event("online"));
  expect(attempt).toHaveBeenCalledOnce();
});

test("after a mere stall the first attempt comes later", () => {
  const { attempt, recovery } = createTestRecovery();
  recovery.begin(false);
  vi.advanceTimersByTime(11_999);
  expect(attempt).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(attempt).toHaveBeenCalledOnce();
});

test("no attempts after the end", () => {
  const { attempt, giveUp, recovery } = createTestRecovery();
  recovery.begin(true);
  recovery.end();
  page.dispatchEvent(new Event("online"));
  vi.advanceTimersByTime(200_000);
  expect(attempt).not.toHaveBeenCalled();
  expect(giveUp).not.toHaveBeenCalled();
});
