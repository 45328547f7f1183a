import { expect, test } from "vitest";
import { formatRemainingTrial } from "./use-speed-trial.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const after = (seconds: number) => new Date(now + seconds * 1000).toISOString();

test.each([
  [after(24 * 3600), "24時間0分"],
  [after(24 * 3600 - 1), "24時間0分"],
  [after(23 * 3600 + 5 * 60), "23時間5分"],
  [after(59 * 60), "59分"],
  [after(1), "1分"],
  [after(0), null],
  [after(-60), null],
  [null, null],
  ["no date", null],
])("%s is %s", (endsAt, words) => {
  expect(formatRemainingTrial(endsAt, now)).toBe(words);
});
