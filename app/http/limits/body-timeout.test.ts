import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bodyTimeout } from "./body-timeout.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

class SlowRequest extends EventEmitter {
  readonly headers = { "content-length": "1000", "content-type": "multipart/form-data; boundary=x" };
  readonly url: string;
  readonly socket = { bytesRead: 0 };
  complete = false;
  readableFlowing = true;
  isTimedOut = false;

  constructor(url: string) {
    super();
    this.url = url;
    bodyTimeout(this, () => {
      this.isTimedOut = true;
    });
  }

  /** A byte every ten seconds. */
  trickle(seconds: number): void {
    for (let second = 0; second < seconds; second += 10) {
      vi.advanceTimersByTime(10_000);
      this.socket.bytesRead += 1;
    }
  }
}

test("a slow upload goes on as long as bytes come, and ends after 20 s without one", () => {
  const upload = new SlowRequest("/api/upload/profile-image");
  upload.trickle(300);
  expect(upload.isTimedOut).toBe(false);
  vi.advanceTimersByTime(15_000);
  expect(upload.isTimedOut).toBe(false);
  vi.advanceTimersByTime(10_000);
  expect(upload.isTimedOut).toBe(true);
});

test("another body has 60 s in all", () => {
  const call = new SlowRequest("/api/session?x=/profile/edit");
  call.trickle(50);
  expect(call.isTimedOut).toBe(false);
  call.trickle(20);
  expect(call.isTimedOut).toBe(true);
});

test("what is complete, gone, or waits for this side is not given up", () => {
  const [complete, gone, unread] = [0, 1, 2].map(() => new SlowRequest("/profile/edit"));
  if (!complete || !gone || !unread) throw new Error("three of them");
  complete.complete = true;
  gone.emit("close");
  unread.readableFlowing = false;
  vi.advanceTimersByTime(120_000);
  expect([complete.isTimedOut, gone.isTimedOut, unread.isTimedOut]).toEqual([false, false, false]);
});
