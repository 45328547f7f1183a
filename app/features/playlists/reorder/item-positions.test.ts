import { expect, test } from "vitest";
import { randomFrom } from "#test/random.ts";
import { arrangeItems, type ItemPosition } from "./item-positions.ts";

const five = [1, 2, 3, 4, 5];

test.each<[string, ItemPosition[], number[]]>([
  ["down", [{ id: 2, order: 4 }], [1, 3, 4, 2, 5]],
  ["up", [{ id: 4, order: 1 }], [4, 1, 2, 3, 5]],
  ["nowhere", [{ id: 3, order: 3 }], five],
  ["beyond the end", [{ id: 1, order: 99 }], [2, 3, 4, 5, 1]],
  ["before the beginning", [{ id: 5, order: -3 }], [5, 1, 2, 3, 4]],
])("one item is a move: %s", (_, requested, expected) => {
  expect(arrangeItems(five, requested)).toEqual(expected);
});

test.each<[string, ItemPosition[], number[]]>([
  [
    "a permutation",
    [
      { id: 1, order: 5 },
      { id: 2, order: 4 },
      { id: 3, order: 3 },
      { id: 4, order: 2 },
      { id: 5, order: 1 },
    ],
    [5, 4, 3, 2, 1],
  ],
  [
    "several to their positions, the others in the remaining ones",
    [
      { id: 5, order: 2 },
      { id: 1, order: 4 },
    ],
    [2, 5, 3, 1, 4],
  ],
  [
    "two for one position: the first request first",
    [
      { id: 4, order: 2 },
      { id: 3, order: 2 },
    ],
    [1, 4, 3, 2, 5],
  ],
  [
    "all for the last position",
    [
      { id: 2, order: 5 },
      { id: 1, order: 5 },
      { id: 3, order: 9 },
    ],
    [4, 5, 2, 1, 3],
  ],
  [
    "two requests for one id: the later counts",
    [
      { id: 1, order: 5 },
      { id: 1, order: 2 },
    ],
    [2, 1, 3, 4, 5],
  ],
  [
    "unknown ones beside known ones",
    [
      { id: 77, order: 1 },
      { id: 3, order: 2 },
    ],
    [1, 3, 2, 4, 5],
  ],
  ["only unknown ones", [{ id: 77, order: 1 }], five],
  ["none", [], five],
])("%s", (_, requested, expected) => {
  expect(arrangeItems(five, requested)).toEqual(expected);
});

test("an empty playlist stays empty", () => {
  expect(arrangeItems([], [{ id: 1, order: 1 }])).toEqual([]);
});

test("for any request every id occurs once, and the others keep their order", () => {
  const random = randomFrom(7);
  const below = (n: number) => Math.floor(random() * n);
  for (let round = 0; round < 500; round++) {
    const ids = Array.from({ length: below(12) }, (_, index) => index * 3 + 1);
    const requested = Array.from({ length: below(15) }, () => ({ id: below(40), order: below(16) - 2 }));
    const arranged = arrangeItems(ids, requested);
    expect([...arranged].sort((a, b) => a - b)).toEqual(ids);
    const requestedIds = new Set(requested.map(({ id }) => id));
    expect(arranged.filter((id) => !requestedIds.has(id))).toEqual(ids.filter((id) => !requestedIds.has(id)));
  }
});
