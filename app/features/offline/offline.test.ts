import { expect, test } from "vitest";
import { licenseProblem } from "./offline.ts";

const now = Date.UTC(2026, 10, 21, 12);
const hour = 60 * 60 * 1000;

test.each([
  ["there is no license yet", null, "expired"],
  ["there is no premium", { checkedAt: now, validUntil: null }, "no-premium"],
  ["the license is valid", { checkedAt: now - 100 * hour, validUntil: now + 1 }, null],
  ["the license has expired", { checkedAt: now - 168 * hour, validUntil: now }, "expired"],
  ["the clock was a little fast", { checkedAt: now + hour, validUntil: now + 169 * hour }, null],
  ["the clock was set back", { checkedAt: now + 48 * hour, validUntil: now + 216 * hour }, "expired"],
])("downloads when %s", (_, license, problem) => {
  expect(licenseProblem(license, now)).toBe(problem);
});
