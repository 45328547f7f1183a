import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  askForWatched,
  beginSession,
  deliverEvent,
  endSession,
  loadOn,
  setStreamedTopics,
  watch,
} from "./event-store.ts";

const page = { visibilityState: "visible" };
const network = { onLine: true };
const stops: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", page);
  vi.stubGlobal("navigator", network);
  page.visibilityState = "visible";
  network.onLine = true;
  beginSession();
});

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  setStreamedTopics([]);
  vi.useRealTimers();
});

/** Counts how often it is told of the topic. */
function counter(topic: Parameters<typeof watch>[0], options?: Parameters<typeof watch>[2]) {
  const told = vi.fn();
  stops.push(watch(topic, told, options));
  return told;
}

test("without a stream what is watched is asked for every five seconds; with one it is told", () => {
  const tasks = counter("tasks");
  const console = counter("console");
  const patient = counter("payments", { asksAlone: false });
  vi.advanceTimersByTime(10_000);
  expect(tasks).toHaveBeenCalledTimes(2);
  setStreamedTopics(["tasks"]);
  vi.advanceTimersByTime(60_000);
  expect(tasks).toHaveBeenCalledTimes(2);
  expect(console, "the stream does not tell of it").toHaveBeenCalledTimes(14);
  deliverEvent("tasks", undefined);
  expect(tasks).toHaveBeenCalledTimes(3);
  setStreamedTopics([]);
  vi.advanceTimersByTime(5000);
  expect(tasks).toHaveBeenCalledTimes(4);
  expect(patient).not.toHaveBeenCalled();
});

test("nothing is asked while the page is hidden, offline or signed out", () => {
  const tasks = counter("tasks", { atLeastEveryMs: 3000 });
  page.visibilityState = "hidden";
  vi.advanceTimersByTime(30_000);
  page.visibilityState = "visible";
  network.onLine = false;
  vi.advanceTimersByTime(30_000);
  network.onLine = true;
  expect(tasks).not.toHaveBeenCalled();
  askForWatched();
  expect(tasks).toHaveBeenCalledTimes(1);
  const over = vi.fn();
  beginSession().addEventListener("abort", over);
  endSession();
  vi.advanceTimersByTime(30_000);
  expect(over).toHaveBeenCalledTimes(1);
  expect(tasks).toHaveBeenCalledTimes(1);
  beginSession();
  vi.advanceTimersByTime(5000);
  expect(tasks.mock.calls.length).toBeGreaterThan(1);
});

test("who begins to watch is told what the page may have missed while it was loaded, and nothing older", async () => {
  setStreamedTopics(["unread"]);
  deliverEvent("unread", { count: 3 });
  vi.advanceTimersByTime(2000);
  const early = counter("unread");
  await Promise.resolve();
  expect(early.mock.calls).toEqual([[{ count: 3 }]]);
  vi.advanceTimersByTime(20_000);
  const late = counter("unread");
  await Promise.resolve();
  expect(late).not.toHaveBeenCalled();
});

test("what also changes without news is asked for at its own pace, until nobody watches", () => {
  setStreamedTopics(["payments"]);
  const payments = counter("payments", { asksAlone: false, atLeastEveryMs: 3000 });
  vi.advanceTimersByTime(9000);
  expect(payments).toHaveBeenCalledTimes(3);
  for (const stop of stops.splice(0)) stop();
  vi.advanceTimersByTime(60_000);
  deliverEvent("payments", undefined);
  expect(payments).toHaveBeenCalledTimes(3);
  expect(vi.getTimerCount()).toBe(0);
});

test("a page's data is loaded once a second at most, one load at a time, and not while somebody is busy", async () => {
  setStreamedTopics(["console"]);
  let finish = () => {};
  let isBusy = false;
  const load = vi.fn(() => new Promise<boolean>((resolve) => (finish = () => resolve(true))));
  stops.push(loadOn("console", load, { isBusy: () => isBusy }));
  for (let change = 0; change < 5; change++) deliverEvent("console", undefined);
  expect(load).toHaveBeenCalledTimes(1);
  finish();
  await vi.advanceTimersByTimeAsync(900);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(load).toHaveBeenCalledTimes(2);
  finish();
  await vi.advanceTimersByTimeAsync(0);
  isBusy = true;
  deliverEvent("console", undefined);
  await vi.advanceTimersByTimeAsync(5000);
  expect(load).toHaveBeenCalledTimes(2);
  isBusy = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect(load).toHaveBeenCalledTimes(3);
  finish();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(load, "news can be lost").toHaveBeenCalledTimes(4);
});

test("a load that failed is tried again every five seconds, though a stream tells of the topic, until one succeeds", async () => {
  setStreamedTopics(["payments"]);
  let isReachable = false;
  const load = vi.fn(async () => isReachable);
  stops.push(loadOn("payments", load, {}));
  const attemptsWithin = async (ms: number) => {
    load.mockClear();
    await vi.advanceTimersByTimeAsync(ms);
    return load.mock.calls.length;
  };
  deliverEvent("payments", undefined);
  await attemptsWithin(2000);
  expect(await attemptsWithin(15_000)).toBe(3);
  network.onLine = false;
  expect(await attemptsWithin(20_000), "offline").toBe(0);
  network.onLine = true;
  isReachable = true;
  expect(await attemptsWithin(15_000)).toBe(1);
});
