import { expect, test } from "vitest";
import { chapterPath, decodeChapters, decodeTurns, encodeTurns, speakerAt, stripPath } from "./turns.ts";

const cues = [
  { speaker: "A", startMs: 0 },
  { speaker: "A", startMs: 2100 },
  { speaker: "B", startMs: 4310 },
  { speaker: "A", startMs: 8060 },
] as const;

test("sentences of one speaker in a row are a turn; pages carry it in a few bytes", () => {
  expect(encodeTurns(cues)).toBe("A0B43A81");
  expect(decodeTurns("A0B43A81", 12)).toEqual([
    { speaker: "A", start: 0, end: 4.3 },
    { speaker: "B", start: 4.3, end: 8.1 },
    { speaker: "A", start: 8.1, end: 12 },
  ]);
});

test("chapters are dots where they begin, also within a turn; the first needs none", () => {
  const [first, second, third, fourth] = cues;
  const encoded = encodeTurns([
    { ...first, section: "川" },
    { ...second, section: "橋" },
    { ...third, section: "海" },
    { ...fourth, section: null },
  ]);
  expect(encoded).toBe("A0C21CB43A81");
  expect(decodeTurns(encoded, 12)).toEqual(decodeTurns("A0B43A81", 12));
  expect(decodeChapters(encoded)).toEqual([2.1, 4.3]);
  expect(chapterPath([2.1, 4.3], 4.2)).toBe("M500 24h0");
});

test("of an excerpt only the turns within it are left; unreadable text gives none", () => {
  expect(decodeTurns("A0B43A81", 6)).toEqual([
    { speaker: "A", start: 0, end: 4.3 },
    { speaker: "B", start: 4.3, end: 6 },
  ]);
  for (const text of ["", "x", "C12", "A"]) expect(decodeTurns(text, 6)).toEqual([]);
});

test("whoever spoke last speaks, nobody before the first turn", () => {
  const turns = decodeTurns("B5A43", 12);
  expect([0, 0.4, 0.5, 4.2, 4.3, 99].map((at) => speakerAt(turns, at))).toEqual([
    null,
    null,
    "B",
    "B",
    "A",
    "A",
  ]);
});

test("a strip has each speaker's bars in their place, and even the shortest turn is seen", () => {
  const turns = decodeTurns("A0B50A51", 10);
  expect(stripPath(turns, "A", 10)).toBe("M0 2h495v8h-495zM510 2h485v8h-485z");
  expect(stripPath(turns, "B", 10)).toBe("M500 14h5v8h-5z");
  expect(stripPath(turns, "B", 0)).toBe("");
});
