import { expect, test } from "vitest";
import { lockOf } from "./lock-of.ts";

const now = Date.UTC(2026, 10, 21, 12);
const hour = 60 * 60 * 1000;

test.each([
  ["nothing has been said yet", null, "unchecked"],
  ["there is no premium", { checkedAt: now, validUntil: null }, "ended"],
  ["the time is not over", { checkedAt: now - 100 * hour, validUntil: now + 1 }, null],
  ["the time is over", { checkedAt: now - 168 * hour, validUntil: now }, "unchecked"],
  ["the clock was a little fast", { checkedAt: now + hour, validUntil: now + 169 * hour }, null],
  ["the clock was put back", { checkedAt: now + 48 * hour, validUntil: now + 216 * hour }, "unchecked"],
])("what is kept when %s", (_, terms, lock) => {
  expect(lockOf(terms, now)).toBe(lock);
});
