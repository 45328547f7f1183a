import { expect, test } from "vitest";
import { isPromoAfter } from "./promo-card.tsx";

test("the card follows every fifth track", () => {
  const after = Array.from({ length: 12 }, (_, position) => position + 1).filter((n) => isPromoAfter(n - 1));
  expect(after).toEqual([5, 10]);
});
