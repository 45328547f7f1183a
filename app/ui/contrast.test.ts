import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const css = readFileSync(path.join(import.meta.dirname, "../styles/tokens.css"), "utf8");

type Theme = "light" | "dark";
const themes: Theme[] = ["light", "dark"];

/** The colour tokens of tokens.css by name, as one theme shows them. */
function tokens(theme: Theme): Map<string, string> {
  const found = css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g);
  return new Map(
    [...found].map(([, name = "", light = "", dark = ""]) => [name, theme === "dark" ? dark : light]),
  );
}

/** Relative luminance of WCAG 2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ["paper", "surface", "sunken"];
const texts = ["ink", "muted", "accent", "danger", "gold", "voice-b"];
const pairs = [
  ...texts.flatMap((text) => grounds.map((ground) => [text, ground])),
  ...["voice-a", "voice-b", "gold", "danger"].map((tone) => [tone, `${tone}-tint`]),
  ...["voice-a-tint", "voice-b-tint", "gold-tint", "danger-tint"].map((ground) => ["ink", ground]),
  ["on-accent", "accent"],
  ["on-accent", "accent-strong"],
  ["on-danger", "danger"],
  ["on-danger", "danger-strong"],
];

test.each(themes)("every text of the %s theme stands out 4.5:1 from its ground", (theme) => {
  const colours = tokens(theme);
  const weak = pairs.flatMap(([text = "", ground = ""]) => {
    const ratio = contrast(colours.get(text) ?? "", colours.get(ground) ?? "");
    return ratio >= 4.5 ? [] : [`${text} on ${ground}: ${ratio.toFixed(2)}`];
  });
  expect(weak).toEqual([]);
});

test.each(themes)("control borders of the %s theme stand out 3:1", (theme) => {
  const colours = tokens(theme);
  for (const ground of ["paper", "surface"]) {
    expect(contrast(colours.get("line-strong") ?? "", colours.get(ground) ?? "")).toBeGreaterThanOrEqual(3);
  }
});
