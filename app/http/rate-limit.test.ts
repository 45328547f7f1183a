import { expect, test } from "vitest";
import { LimitReached } from "#app/features/domain-error.ts";
import { countAgainst, networkOf, RateLimit } from "./rate-limit.ts";

const start = Date.UTC(2030, 0, 1);

test("so many times in a window for each caller, and again in the next one", () => {
  const limit = new RateLimit({ per: "member", most: 2, everyS: 60 });
  const count = (caller: string, afterMs: number) => limit.count(caller, start + afterMs);
  count("a", 0);
  count("a", 59_000);
  expect(() => count("a", 59_500)).toThrow(LimitReached);
  expect(() => count("a", 59_500)).toThrow(expect.objectContaining({ retryAfter: 1 }));
  count("b", 59_500);
  count("a", 60_000);
});

test("a crowd of callers does not fill the memory, and windows that are over are forgotten", () => {
  const limit = new RateLimit({ per: "address", most: 1, everyS: 60 });
  for (let caller = 0; caller < 25_000; caller++) limit.count(`caller-${caller}`, start);
  expect(limit.callers).toBe(20_000);
  expect(() => limit.count("caller-24999", start)).toThrow(LimitReached);
  limit.count("later", start + 60_000);
  expect(limit.callers).toBe(1);
});

test("members are counted wherever they are, visitors by their address", () => {
  const limit = new RateLimit({ per: "member", most: 1, everyS: 60 });
  const [member, other] = [{ id: "one" }, { id: "two" }];
  countAgainst(limit, { viewer: member, address: "192.0.2.1" });
  expect(() => countAgainst(limit, { viewer: member, address: "192.0.2.2" })).toThrow(LimitReached);
  countAgainst(limit, { viewer: other, address: "192.0.2.1" });
  countAgainst(limit, { viewer: null, address: "192.0.2.1" });
  expect(() => countAgainst(limit, { viewer: null, address: "192.0.2.1" })).toThrow(LimitReached);
});

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::9", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::ffff:192.0.2.7", "c000:207"],
  ["", ""],
])("%s counts as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
