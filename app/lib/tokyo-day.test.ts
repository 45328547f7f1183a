import { expect, test } from "vitest";
import { secondsUntilTokyoMidnight, tokyoDay } from "./tokyo-day.ts";

test.each([
  ["2026-11-20T14:59:59.999Z", "2026-11-20", 1],
  ["2026-11-20T15:00:00.000Z", "2026-11-21", 24 * 60 * 60],
  ["2026-12-31T15:00:01.000Z", "2027-01-01", 24 * 60 * 60 - 1],
])("%s is the day %s in Tokyo", (instant, day, left) => {
  expect(tokyoDay(new Date(instant))).toBe(day);
  expect(secondsUntilTokyoMidnight(new Date(instant))).toBe(left);
});
