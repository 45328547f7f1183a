import { expect, test } from "vitest";
import { shortcutOf } from "./shortcut-of.ts";

const press = (
  key: string,
  held: Partial<Record<"shiftKey" | "ctrlKey" | "metaKey" | "altKey", true>> = {},
) => shortcutOf({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held });

test("keys do what the help says", () => {
  expect([" ", "k", "j", "l", "n", "p", ">", "<", "m", "q", "?"].map((key) => press(key))).toEqual([
    "toggle",
    "toggle",
    "back",
    "forward",
    "next",
    "previous",
    "faster",
    "slower",
    "like",
    "queue",
    "help",
  ]);
});

test("shift is needed for the arrows and harms no other", () => {
  expect(press("ArrowLeft", { shiftKey: true })).toBe("back");
  expect(press("ArrowRight", { shiftKey: true })).toBe("forward");
  expect(press("ArrowRight")).toBeNull();
  expect(press("N", { shiftKey: true })).toBe("next");
  expect(press(">", { shiftKey: true })).toBe("faster");
});

test("what belongs to the browser is left to it", () => {
  for (const held of ["ctrlKey", "metaKey", "altKey"] as const)
    expect(press("p", { [held]: true })).toBeNull();
  expect(press("x")).toBeNull();
  expect(press("constructor")).toBeNull();
});
