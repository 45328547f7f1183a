import { expect, test } from "vitest";
import { shortcutForKey } from "./shortcuts.ts";

const press = (
  key: string,
  held: Partial<Record<"shiftKey" | "ctrlKey" | "metaKey" | "altKey", true>> = {},
) => shortcutForKey({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held });

test("keys", () => {
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

test("the arrow keys need shift, and other keys ignore it", () => {
  expect(press("ArrowLeft", { shiftKey: true })).toBe("back");
  expect(press("ArrowRight", { shiftKey: true })).toBe("forward");
  expect(press("ArrowRight")).toBeNull();
  expect(press("N", { shiftKey: true })).toBe("next");
  expect(press(">", { shiftKey: true })).toBe("faster");
});

test("browser shortcuts are ignored", () => {
  for (const held of ["ctrlKey", "metaKey", "altKey"] as const)
    expect(press("p", { [held]: true })).toBeNull();
  expect(press("x")).toBeNull();
  expect(press("constructor")).toBeNull();
});
