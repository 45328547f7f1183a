import { expect, test } from "vitest";
import { formatClock, formatUptime } from "./fact-list.tsx";

test.each([
  [59.9, "0分 59秒"],
  [3600, "1時間 0分"],
  [273_900, "3日 4時間 5分"],
])("%d seconds", (seconds, text) => {
  expect(formatUptime(seconds)).toBe(text);
});

test("the clock is Tokyo's", () => {
  expect(formatClock(Date.parse("2026-12-31T15:00:05Z"))).toBe("2027/01/01 00:00:05");
});
