import { expect, test } from "vitest";
import { builtInCategories } from "#app/engines/script/categories.ts";
import { coverImagePath, parseCoverImagePath } from "./cover-address.ts";
import { coverCurve, coverSize } from "./cover-design.ts";
import { coverColours } from "./cover-palettes.ts";
import { coverThumbnail } from "./drawing/cover-thumbnail.ts";

const ids = Array.from({ length: 500 }, (_, index) => index + 1);

test("a track always has the same cover", () => {
  expect(coverCurve(74)).toEqual(coverCurve(74));
});

test("tracks have different covers", () => {
  expect(new Set(ids.map((id) => JSON.stringify(coverCurve(id)))).size).toBe(ids.length);
});

test("every figure stays inside the cover and fits a few hundred bytes", () => {
  for (const id of ids) {
    const { path } = coverCurve(id);
    expect(path).toMatch(/^M[\d. ]+C[\d. ]+S[\d. ]+Z$/);
    expect(path.length).toBeLessThan(600);
    // Béziers lie within the hull of their points.
    for (const number of path.match(/[\d.]+/g) ?? []) {
      expect(Number(number)).toBeGreaterThanOrEqual(0);
      expect(Number(number)).toBeLessThanOrEqual(coverSize);
    }
  }
});

test("a figure never collapses onto a line", () => {
  for (const id of ids) {
    expect(openness(coverCurve(id).path)).toBeGreaterThan(5);
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
  expect(drawn?.trackId).toBe(74);
  const svg = drawn && coverThumbnail(drawn);
  expect(svg).toContain(coverCurve(74).path);
  expect(svg).toContain(coverColours(["科学"]).line);
  for (const other of [
    "/covers/1-99-74.svg",
    "/covers/0-1-74.svg",
    "/covers/1-1-x.svg",
    `${path}?x`,
    `/a${path}`,
  ])
    expect(parseCoverImagePath(other)).toBeNull();
});

/** The smallest distance, over all turning points, between the figure and itself run backwards; 0 for a folded one. */
function openness(path: string): number {
  const [start, first = "", rest = ""] = path.replace("Z", "").split(/[CS]/);
  // The end point of every step: one in three of the first, one in two of the others.
  const numbers = (text: string) => (text.match(/[\d.]+/g) ?? []).map(Number);
  const ends = [
    numbers(start ?? ""),
    numbers(first).slice(4, 6),
    ...chunks(numbers(rest), 4).map((four) => four.slice(2)),
  ];
  const points = ends.slice(0, -1).map(([x = 0, y = 0]) => ({ x, y }));
  const distances = points.map((_, turn) =>
    Math.max(
      ...points.map((point, index) => {
        const other = points[(turn - index + points.length) % points.length] ?? point;
        return Math.hypot(point.x - other.x, point.y - other.y);
      }),
    ),
  );
  return Math.min(...distances);
}

function chunks(numbers: number[], size: number): number[][] {
  return Array.from({ length: Math.floor(numbers.length / size) }, (_, index) =>
    numbers.slice(index * size, (index + 1) * size),
  );
}
