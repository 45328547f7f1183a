import { expect, test } from "vitest";
import { decideSwipe } from "../components/full-player.tsx";

test.each([
  ["up", { dx: 0, dy: -100, ms: 499 }, "next"],
  ["down", { dx: 30, dy: 140, ms: 120 }, "previous"],
  ["too short", { dx: 0, dy: -99, ms: 100 }, null],
  ["too slow", { dx: 0, dy: -300, ms: 500 }, null],
  ["sideways", { dx: -220, dy: -150, ms: 100 }, null],
  ["half sideways", { dx: 120, dy: 120, ms: 100 }, null],
  ["on an enlarged page", { dx: 0, dy: -300, ms: 100, zoom: 1.5 }, null],
  ["a tap", { dx: 1, dy: 2, ms: 40 }, null],
])("%s", (_, way, decided) => {
  expect(decideSwipe(way)).toBe(decided);
});
