import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { coalescePolls } from "./coalesce-polls.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("polls are answered together in the order of their arrival, and nobody else waits", async () => {
  const answered: string[] = [];
  const listen = coalescePolls((request: { method: string; url: string }, name: string) => {
    answered.push(`${request.method} ${name}`);
  });
  const url = "/api/notifications/unread-count";
  const ask = (name: string, method = "GET", at = url) => listen({ method, url: at }, name);
  ask("first");
  await vi.advanceTimersByTimeAsync(0);
  expect(answered).toEqual(["GET first"]);
  ask("second");
  await vi.advanceTimersByTimeAsync(200);
  ask("third", "GET", `${url}?x=1`);
  expect(answered).toEqual(["GET first"]);
  ask("other", "HEAD");
  ask("other", "GET", `${url}/more`);
  ask("other", "GET", "/api/notifications");
  expect(answered.splice(1)).toEqual(["HEAD other", "GET other", "GET other"]);
  await vi.advanceTimersByTimeAsync(50);
  expect(answered).toEqual(["GET first", "GET second", "GET third"]);
});
