import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connectEvents } from "./connect-events.ts";
import { endSession, setStreamedTopics, watch } from "./event-store.ts";

/** Stands in for the browser's own: opened streams, in turn. */
class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static opened: Stream[] = [];
  readyState = 1;
  onerror: (() => void) | null = null;
  constructor() {
    super();
    Stream.opened.push(this);
  }
  close() {
    this.readyState = Stream.CLOSED;
  }
  say(name: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }
}

/** One tab after the other holds a lock, as in browsers. */
function lockManager() {
  let last = Promise.resolve();
  return {
    request(_name: string, { signal }: { signal: AbortSignal }, lead: () => Promise<void>): Promise<void> {
      const mine = last.then(() => (signal.aborted ? Promise.reject(signal.reason) : lead()));
      last = mine.catch(() => {});
      return mine;
    },
  };
}

let page: EventTarget & { visibilityState: string };
let left: AbortController;
const told = vi.fn();
let unwatch = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  Stream.opened = [];
  told.mockClear();
  page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const browser = Object.assign(new EventTarget(), { BroadcastChannel, EventSource: Stream });
  vi.stubGlobal("window", browser);
  vi.stubGlobal("document", page);
  vi.stubGlobal("EventSource", Stream);
  vi.stubGlobal("navigator", { onLine: true, locks: lockManager() });
  left = new AbortController();
  unwatch = watch("tasks", told, { asksAlone: false });
});

afterEach(() => {
  left.abort();
  unwatch();
  setStreamedTopics([]);
  vi.useRealTimers();
});

const settle = () => vi.advanceTimersByTimeAsync(0);
const current = () => {
  const stream = Stream.opened.at(-1);
  if (!stream) throw new Error("no stream was opened");
  return stream;
};
const show = async (visibilityState: "visible" | "hidden") => {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event("visibilitychange"));
  await settle();
};

test("a stream that ends is opened anew, later each time it fails, and at the same pace after it was there", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  connectEvents(["tasks"], left.signal);
  await settle();
  const waits: number[] = [];
  for (let failure = 0; failure < 6; failure++) {
    const before = Stream.opened.length;
    current().onerror?.();
    let waitedS = 0;
    for (; Stream.opened.length === before; waitedS++) await vi.advanceTimersByTimeAsync(1000);
    waits.push(waitedS);
  }
  expect(waits).toEqual([4, 8, 16, 32, 60, 60]);
  current().say("topics", ["tasks"]);
  const before = Stream.opened.length;
  current().onerror?.();
  await vi.advanceTimersByTimeAsync(4000);
  expect(Stream.opened.length).toBe(before + 1);
  // The new one tells everything, so that what was missed meanwhile is asked for once.
  current().say("change", ["tasks"]);
  expect(told).toHaveBeenCalledTimes(1);
});

test("a stream that has gone silent is opened anew, and one with heartbeats is not", async () => {
  connectEvents(["tasks"], left.signal);
  await settle();
  current().say("topics", ["tasks"]);
  for (let beat = 0; beat < 4; beat++) {
    await vi.advanceTimersByTimeAsync(25_000);
    current().say("heartbeat", []);
  }
  expect(Stream.opened).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(45_000);
  expect(Stream.opened).toHaveLength(2);
  expect(Stream.opened[0]?.readyState).toBe(Stream.CLOSED);
});

test("another network opens it anew at once", async () => {
  connectEvents(["tasks"], left.signal);
  await settle();
  window.dispatchEvent(new Event("online"));
  expect(Stream.opened.map(({ readyState }) => readyState)).toEqual([Stream.CLOSED, 1]);
});

test("a hidden page holds no stream; it has one again when it is shown, and none after the session", async () => {
  connectEvents(["tasks"], left.signal);
  await settle();
  await show("hidden");
  expect(current().readyState).toBe(Stream.CLOSED);
  await show("visible");
  expect(Stream.opened).toHaveLength(2);
  endSession();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(current().readyState).toBe(Stream.CLOSED);
  expect(Stream.opened).toHaveLength(2);
});

test("topics that this version does not know are left alone", async () => {
  connectEvents(["tasks"], left.signal);
  await settle();
  current().say("topics", ["tasks", "weather"]);
  current().say("change", ["weather"]);
  expect(told).not.toHaveBeenCalled();
  current().say("change", ["weather", "tasks"]);
  expect(told).toHaveBeenCalledTimes(1);
});
