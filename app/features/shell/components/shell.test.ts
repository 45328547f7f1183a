import { expect, test } from "vitest";
import { documentTitle } from "#app/features/site/page-meta.ts";
import { isBarePath, isKeyboardOpen } from "./shell.tsx";

test.each([
  ["/premium", true],
  ["/premium/", true],
  ["/premium-success", true],
  ["/closed-beta", true],
  ["/i/abc123", true],
  ["/", false],
  ["/search", false],
  ["/invite-friends", false],
  ["/ip", false],
])("%s stands alone: %s", (path, bare) => {
  expect(isBarePath(path)).toBe(bare);
});

test("a viewport shrunk by more than 150 px has a keyboard in it", () => {
  expect(isKeyboardOpen({ tallest: 812, height: 662 })).toBe(false);
  expect(isKeyboardOpen({ tallest: 812, height: 661 })).toBe(true);
});

test("titles name the page and the product", () => {
  expect(documentTitle("検索")).toBe("検索 | Mugen ∞");
  expect(documentTitle()).toBe("Mugen ∞");
});
