import { expect, test } from "vitest";
import { formatTime } from "#app/lib/format-time.ts";
import { shownPosition } from "./playback.ts";

test("the elapsed time never exceeds the total", () => {
  expect(shownPosition(12.3, 76.9)).toBe(12.25);
  for (const position of [76.9, 76.95, 77.4]) expect(formatTime(shownPosition(position, 76.9))).toBe("1:16");
});
