import { expect, test } from "vitest";
import { formatCount } from "./format-count.ts";
import { formatDate, formatDateTime, formatTimeAgo } from "./format-date.ts";
import { formatIsoDuration, formatSpokenTime, formatTime } from "./format-time.ts";
import { parseTokyoDay, secondsUntilTokyoMidnight, tokyoDay } from "./tokyo-day.ts";

test.each([
  [0, "0:00"],
  [0.9, "0:00"],
  [5, "0:05"],
  [59.99, "0:59"],
  [60, "1:00"],
  [605, "10:05"],
  [3725, "62:05"],
  [-3, "0:00"],
  [Number.NaN, "0:00"],
  [Number.POSITIVE_INFINITY, "0:00"],
])("%s seconds are shown as %s", (seconds, text) => {
  expect(formatTime(seconds)).toBe(text);
});

test("times are spoken in minutes and seconds", () => {
  expect([
    formatSpokenTime(0),
    formatSpokenTime(42.7),
    formatSpokenTime(125),
    formatSpokenTime(Number.NaN),
  ]).toEqual(["0秒", "42秒", "2分5秒", "0秒"]);
});

test.each([
  [0, "0"],
  [999, "999"],
  [1000, "1k"],
  [1001, "1.0k"],
  [1250, "1.2k"],
  [1999, "1.9k"],
  [2000, "2.0k"],
  [12_399, "12.3k"],
  [999_950, "999.9k"],
  [999_999, "999.9k"],
  [1_000_000, "1.0M"],
  [1_560_000, "1.5M"],
  [12_345_678, "12.3M"],
  [-4, "0"],
])("%s counts as %s", (count, text) => {
  expect(formatCount(count)).toBe(text);
});

test("times of a day are Tokyo's", () => {
  expect(formatDateTime(new Date("2026-11-20T15:05:59Z"))).toBe("2026/11/21 0:05");
});

test("dates are Tokyo's", () => {
  expect(formatDate(new Date("2026-11-20T15:00:00Z"))).toBe("2026年11月21日");
});

test.each([
  [-5000, "たった今"],
  [59_999, "たった今"],
  [60_000, "1分前"],
  [3_599_999, "59分前"],
  [3_600_000, "1時間前"],
  [86_399_999, "23時間前"],
  [86_400_000, "1日前"],
  [604_799_999, "6日前"],
  [604_800_000, "2026年11月14日"],
])("%s ms ago is %s", (ms, text) => {
  const now = new Date("2026-11-21T03:00:00Z");
  expect(formatTimeAgo(new Date(now.getTime() - ms), now)).toBe(text);
});

test.each([
  [93.648, "PT1M34S"],
  [60, "PT1M"],
  [3600, "PT1H"],
  [3723.4, "PT1H2M3S"],
  [0.2, "PT1S"],
  [Number.NaN, "PT1S"],
  [Number.POSITIVE_INFINITY, "PT1S"],
])("%d s is %s", (seconds, duration) => {
  expect(formatIsoDuration(seconds)).toBe(duration);
});

test.each([
  ["2026-11-20T14:59:59.999Z", "2026-11-20", 1],
  ["2026-11-20T15:00:00.000Z", "2026-11-21", 24 * 60 * 60],
  ["2026-12-31T15:00:01.000Z", "2027-01-01", 24 * 60 * 60 - 1],
])("%s is the day %s in Tokyo", (instant, day, left) => {
  expect(tokyoDay(new Date(instant))).toBe(day);
  expect(secondsUntilTokyoMidnight(new Date(instant))).toBe(left);
});

test.each([
  ["2026-11-27", "2026-11-26T15:00:00.000Z"],
  ["2026-13-01", undefined],
  // Postgres takes no year before the first.
  ["0000-01-01", undefined],
  ["0001-01-01", undefined],
  ["0001-01-02", "0001-01-01T15:00:00.000Z"],
])("a typed day %s begins at %s", (day, at) => expect(parseTokyoDay(day)?.toISOString()).toBe(at));
