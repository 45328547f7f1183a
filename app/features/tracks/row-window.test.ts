import { describe, expect, test } from "vitest";
import { rowTops, rowWindow } from "./row-window.ts";

const heights = new Map([
  [1, 100],
  [2, 140],
]);

describe("rowTops", () => {
  test("a row that was never measured is as high as the others are on average", () => {
    expect(rowTops([1, 2, 3, 4], heights)).toEqual([0, 100, 240, 360, 480]);
  });

  test("an empty list ends where it begins", () => {
    expect(rowTops([], heights)).toEqual([0]);
  });
});

describe("rowWindow", () => {
  const tops = Array.from({ length: 1001 }, (_, position) => position * 100);
  const drawn = (band: { from: number; to: number }, kept: number[] = []) =>
    rowWindow(tops, { band, kept }).rows.map(({ position }) => position);

  test("draws what reaches into the band, and the rest is room", () => {
    const { rows, rest } = rowWindow(tops, { band: { from: 450, to: 700 }, kept: [] });
    expect(rows).toEqual([
      { position: 4, gap: 400 },
      { position: 5, gap: 0 },
      { position: 6, gap: 0 },
    ]);
    expect(rest).toBe(100_000 - 700);
  });

  test("what is kept has its neighbours, at either end and within the band too", () => {
    expect(drawn({ from: 0, to: 150 }, [0])).toEqual([0, 1]);
    expect(drawn({ from: 0, to: 150 }, [999])).toEqual([0, 1, 998, 999]);
    expect(drawn({ from: 99_900, to: 99_999 }, [10, 12])).toEqual([9, 10, 11, 12, 13, 999]);
    // Of a track that has gone.
    expect(drawn({ from: 0, to: 150 }, [-2])).toEqual([0, 1]);
  });

  test("rows and room together are as high as the list, wherever the band is", () => {
    for (const from of [-5000, 0, 333, 50_000, 99_000, 200_000]) {
      const { rows, rest } = rowWindow(tops, { band: { from, to: from + 2000 }, kept: [3, 500] });
      const room = rows.reduce((sum, { gap }) => sum + gap, rest);
      expect(room + rows.length * 100).toBe(100_000);
    }
  });
});
