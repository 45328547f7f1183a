import { expect, test } from "vitest";
import { formatIsoDuration } from "./format-time.ts";

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
