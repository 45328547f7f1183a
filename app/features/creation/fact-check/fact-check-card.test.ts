import { expect, test } from "vitest";
import { factCheckBand } from "./fact-check-card.tsx";

test.each([
  [100, "high"],
  [80, "high"],
  [79, "middle"],
  [60, "middle"],
  [59, "low"],
  [0, "low"],
])("%i percent is %s", (confidence, band) => {
  expect(factCheckBand(confidence)).toBe(band);
});
