import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LimitReached } from "#app/features/domain-error.ts";
import { consumeRateLimit, RateLimit } from "./rate-limit.server.ts";
import { rateLimits } from "./rate-limits.server.ts";

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2030, 0, 1) }));
afterEach(() => void vi.useRealTimers());

test("so many times in a window for each caller, and again in the next one", async () => {
  const limit = new RateLimit({ name: "test", counts: "tries", per: "member", max: 2, windowS: 60 });
  await limit.consume("a");
  vi.advanceTimersByTime(59_000);
  await limit.consume("a");
  vi.advanceTimersByTime(500);
  await expect(limit.consume("a")).rejects.toThrow(LimitReached);
  await expect(limit.consume("a")).rejects.toMatchObject({ retryAfter: 1 });
  await limit.consume("b");
  vi.advanceTimersByTime(500);
  await limit.consume("a");
});

test("many callers do not fill the memory: the least recent are forgotten", async () => {
  const limit = new RateLimit({ name: "test", counts: "tries", per: "address", max: 1, windowS: 60 });
  for (let caller = 0; caller < 25_000; caller++) await limit.consume(`caller-${caller}`);
  await expect(limit.consume("caller-24999")).rejects.toThrow(LimitReached);
  await expect(limit.consume("caller-5001")).rejects.toThrow(LimitReached);
  await limit.consume("caller-0");
});

test("members are counted wherever they are, visitors by their address", async () => {
  const limit = new RateLimit({ name: "test", counts: "tries", per: "member", max: 1, windowS: 60 });
  const [member, other] = [{ id: "one" }, { id: "two" }];
  await consumeRateLimit(limit, { viewer: member, address: "192.0.2.1" });
  await expect(consumeRateLimit(limit, { viewer: member, address: "192.0.2.2" })).rejects.toThrow(
    LimitReached,
  );
  await consumeRateLimit(limit, { viewer: other, address: "192.0.2.1" });
  await consumeRateLimit(limit, { viewer: null, address: "192.0.2.1" });
  await expect(consumeRateLimit(limit, { viewer: null, address: "192.0.2.1" })).rejects.toThrow(LimitReached);
});

test("each limit has counters of its own", () => {
  for (const [key, limit] of Object.entries(rateLimits)) expect(limit.name).toBe(key);
});
