import { describe, expect, test } from "vitest";
import { rowTops, virtualWindow } from "./virtual-list.tsx";

const heights = new Map([
  [1, 100],
  [2, 140],
]);

describe("rowTops", () => {
  test("a row that was never measured gets the average height of the others", () => {
    expect(rowTops([1, 2, 3, 4], heights)).toEqual([0, 100, 240, 360, 480]);
  });

  test("an empty list ends where it begins", () => {
    expect(rowTops([], heights)).toEqual([0]);
  });
});

describe("virtualWindow", () => {
  const tops = Array.from({ length: 1001 }, (_, position) => position * 100);
  const rendered = (range: { from: number; to: number }, alwaysRendered: number[] = []) =>
    virtualWindow(tops, { range, alwaysRendered }).rows.map(({ position }) => position);

  test("renders what overlaps the range, and leaves space for the rest", () => {
    const { rows, paddingBottom } = virtualWindow(tops, {
      range: { from: 450, to: 700 },
      alwaysRendered: [],
    });
    expect(rows).toEqual([
      { position: 4, gap: 400 },
      { position: 5, gap: 0 },
      { position: 6, gap: 0 },
    ]);
    expect(paddingBottom).toBe(100_000 - 700);
  });

  test("rows that are always rendered have their neighbours, at either end and within the range too", () => {
    expect(rendered({ from: 0, to: 150 }, [0])).toEqual([0, 1]);
    expect(rendered({ from: 0, to: 150 }, [999])).toEqual([0, 1, 998, 999]);
    expect(rendered({ from: 99_900, to: 99_999 }, [10, 12])).toEqual([9, 10, 11, 12, 13, 999]);
    // A track that the list no longer has.
    expect(rendered({ from: 0, to: 150 }, [-2])).toEqual([0, 1]);
  });

  test("rows and space together are as high as the list, wherever the range is", () => {
    for (const from of [-5000, 0, 333, 50_000, 99_000, 200_000]) {
      const { rows, paddingBottom } = virtualWindow(tops, {
        range: { from, to: from + 2000 },
        alwaysRendered: [3, 500],
      });
      const space = rows.reduce((sum, { gap }) => sum + gap, paddingBottom);
      expect(space + rows.length * 100).toBe(100_000);
    }
  });
});
