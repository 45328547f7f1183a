import { expect, test } from "vitest";
import { isLongTitle } from "./marquee.tsx";

test("titles of more than 18 characters scroll", () => {
  expect(isLongTitle("あ".repeat(18))).toBe(false);
  expect(isLongTitle("あ".repeat(19))).toBe(true);
  expect(isLongTitle("🌙".repeat(18))).toBe(false);
});
