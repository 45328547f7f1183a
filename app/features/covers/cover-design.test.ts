import { randomUUID } from "node:crypto";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import sharp from "sharp";
import { expect, test } from "vitest";
import { builtInCategories } from "#app/engines/script/categories.ts";
import { coverIdOf, coverSeedOf, coverVariants } from "./cover.ts";
import { coverImagePath, parseCoverImagePath } from "./cover-address.ts";
import { coverDesign } from "./cover-design.ts";
import { coloursOnGround, coverColours, coverPalettes } from "./cover-palettes.ts";
import { coverThumbnail } from "./drawing/cover-thumbnail.ts";
import { TrackCover } from "./track-cover.tsx";

const ids = Array.from({ length: 400 }, (_, index) => index + 1);
const paletteOf = (id: number) => (id * 7) % coverPalettes.length;

test("a track always has the same cover, and no two have one", () => {
  expect(coverDesign(74, 3)).toEqual(coverDesign(74, 3));
  expect(new Set(ids.map((id) => JSON.stringify(coverDesign(id, 3)))).size).toBe(ids.length);
});

test("half of the covers are on paper, and kinds, widths and numbers of lines vary", () => {
  const designs = ids.map((id) => coverDesign(id, paletteOf(id)));
  // Of the tracks of any page, too: never three on one ground in a row.
  const grounds = designs.map(({ ground }) => (ground === "paper" ? "p" : "n")).join("");
  expect(Math.abs(grounds.replaceAll("n", "").length - ids.length / 2)).toBeLessThanOrEqual(1);
  expect(grounds).not.toMatch(/ppp|nnn/);
  const widths = designs.flatMap(({ lines }) => lines.map(({ width }) => width));
  expect(Math.min(...widths)).toBe(0.8);
  expect(Math.max(...widths)).toBeGreaterThan(4.5);
  expect(new Set(designs.map(({ lines }) => lines.length)).size).toBeGreaterThan(5);
});

test("neighbours look different: in a list of a category, and in one of all", async () => {
  const inOneCategory = await Promise.all(ids.slice(0, 120).map((id) => pixels(id, 9)));
  const inAll = await Promise.all(ids.slice(0, 120).map((id) => pixels(id, paletteOf(id))));
  for (const list of [inOneCategory, inAll])
    for (const [index, one] of list.entries()) {
      const next = list[index + 1];
      if (next) expect(difference(one, next), `${ids[index]}`).toBeGreaterThan(minDifference);
    }
});

test("the covers that an author may choose from differ from each other", async () => {
  for (const id of ids.slice(0, 12)) {
    const variants = Array.from({ length: coverVariants }, (_, variant) => coverIdOf(id, variant));
    const drawn = await Promise.all(variants.map((coverId) => pixels(coverId, 9)));
    for (const [index, one] of drawn.entries())
      for (const other of drawn.slice(index + 1)) expect(difference(one, other), `${id}`).toBeGreaterThan(6);
  }
});

test("a task's cover has a number that is no track's and that every database holds with each variant", () => {
  for (const taskId of Array.from({ length: 1000 }, () => randomUUID())) {
    const seed = coverSeedOf(taskId);
    expect(coverSeedOf(taskId)).toBe(seed);
    expect(seed).toBeGreaterThanOrEqual(2 ** 24);
    expect(coverIdOf(seed, coverVariants - 1)).toBeLessThan(2 ** 31);
  }
  expect(new Set(Array.from({ length: 1000 }, () => coverSeedOf(randomUUID()))).size).toBeGreaterThan(995);
});

test("a cover is drawn line by line, as far as is told", () => {
  const track = { id: ids.find((id) => coverDesign(id, 0).lines.length === 3) ?? 0, labels: [] };
  const left = (drawn: number) =>
    [
      ...renderToStaticMarkup(createElement(TrackCover, { track, drawn })).matchAll(
        /stroke-dashoffset="([\d.]+)"/g,
      ),
    ].map(([, value]) => Number(value));
  expect([0, 0.5, 0.9].map(left)).toEqual([
    [1.02, 1.02, 1.02],
    [0, 0.51, 1.02],
    [0, 0, 0.306],
  ]);
  expect(left(1)).toEqual([]);
});

test("no cover is empty, and each fits some kilobytes", async () => {
  for (const id of ids) {
    const svg = coverThumbnail({ coverId: id, palette: paletteOf(id) });
    expect(svg.length).toBeLessThan(4500);
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  }
  for (const id of ids.slice(0, 60)) {
    const values = await pixels(id, paletteOf(id));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
    expect(spread, `${id}`).toBeGreaterThan(6);
  }
});

test("lines are seen on both grounds", () => {
  for (const palette of coverPalettes.keys())
    for (const ground of ["night", "paper"] as const) {
      const { background, line } = coloursOnGround(palette, ground);
      expect(contrast(background, line), `${palette} ${ground}`).toBeGreaterThan(4.5);
    }
});

test("each built-in category has colours of its own; unknown labels take the default ones", () => {
  const pairs = builtInCategories.map((name) => JSON.stringify(coverColours([name])));
  expect(new Set(pairs).size).toBe(builtInCategories.length);
  expect(coverColours([])).toEqual(coverColours(["自作のラベル"]));
  expect(coverColours(["constructor"])).toEqual(coverColours([]));
});

test("a thumbnail's address names all that is drawn, and nothing else is an address", () => {
  const path = coverImagePath({ id: 74, labels: ["科学", "歴史"] });
  const drawn = parseCoverImagePath(path);
  if (!drawn) throw new Error("not an address");
  expect(drawn.coverId).toBe(74);
  const design = coverDesign(74, drawn.palette);
  const svg = coverThumbnail(drawn);
  expect(svg).toContain(design.lines[0]?.path);
  expect(svg).toContain(coloursOnGround(drawn.palette, design.ground).line);
  const chosen = coverImagePath({ id: 74, coverId: coverIdOf(74, 3), labels: ["科学"] });
  expect(parseCoverImagePath(chosen)).toEqual({ coverId: 3_000_083, palette: drawn.palette });
  for (const other of [
    path.replace(/-\d+-74/, "-99-74"),
    "/covers/0-1-74.svg",
    path.replace("74.svg", "x.svg"),
    `${path}?x`,
    `/a${path}`,
  ])
    expect(parseCoverImagePath(other)).toBeNull();
});

const minDifference = 9;
const side = 16;

/** A cover in grey at 16 by 16 pixels, 0 to 255. */
async function pixels(coverId: number, palette: number): Promise<number[]> {
  const svg = Buffer.from(coverThumbnail({ coverId, palette }));
  return [...(await sharp(svg).resize(side, side).greyscale().raw().toBuffer())];
}

/** Mean difference of two covers' pixels. */
const difference = (one: number[], other: number[]) =>
  one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length;

/** Contrast of two colours by WCAG. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
