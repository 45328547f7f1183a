import { expect, test } from "vitest";
import { splitCue } from "./split-cue.ts";

/** Samples per second. */
const rate = 1000;
const text = "川の水は山から流れて、町をとおり、やがて海にそそぎますが、その旅は長いです。";

test("a sentence of more than 7 s is split where its commas are spoken as pauses", () => {
  const voice = {
    start: 500,
    end: 11_500,
    pauses: [
      { start: 3000, end: 3200 },
      { start: 5000, end: 5200 },
      { start: 8800, end: 9000 },
    ],
  };
  expect(splitCue(text, voice, rate)).toEqual([
    { text: "川の水は山から流れて、町をとおり、", start: 500, end: 5000 },
    { text: "やがて海にそそぎますが、その旅は長いです。", start: 5200, end: 11_500 },
  ]);
  const slow = {
    start: 0,
    end: 22_000,
    pauses: voice.pauses.map(({ start, end }) => ({ start: 2 * start - 1000, end: 2 * end - 1000 })),
  };
  const pieces = splitCue(text, slow, rate);
  expect(pieces.map((piece) => piece.text).join("")).toBe(text);
  expect(pieces.map(({ start, end }) => [start, end])).toEqual([
    [0, 5000],
    [5400, 9000],
    [9400, 16_600],
    [17_000, 22_000],
  ]);
});

test("a short sentence, one without commas, and one whose pauses are elsewhere stay whole", () => {
  const pauses = [{ start: 5000, end: 5200 }];
  expect(splitCue(text, { start: 0, end: 7000, pauses }, rate)).toHaveLength(1);
  expect(splitCue("川の水は海にそそぎます。", { start: 0, end: 9000, pauses }, rate)).toHaveLength(1);
  const far = { start: 0, end: 9000, pauses: [{ start: 400, end: 600 }] };
  expect(splitCue("川の水は、町をとおって海にそそぎ、その旅は長いです。", far, rate)).toHaveLength(1);
  expect(splitCue("1,250", { start: 0, end: 9000, pauses }, rate)).toHaveLength(1);
});

test("pauses without a comma, and commas without a pause, do not mislead", () => {
  const voice = {
    start: 0,
    end: 10_000,
    pauses: [
      { start: 1200, end: 1400 },
      { start: 5100, end: 5400 },
    ],
  };
  const spoken = "川の水が山を下って流れて町をとおり、そして広い海にそそいで雲になります。";
  expect(splitCue(spoken, voice, rate)).toEqual([
    { text: "川の水が山を下って流れて町をとおり、", start: 0, end: 5100 },
    { text: "そして広い海にそそいで雲になります。", start: 5400, end: 10_000 },
  ]);
});

test("words keep their commas, and lose the spaces between pieces", () => {
  const english = "The river runs down from the hills, through the town, and then it meets the sea.";
  const voice = {
    start: 0,
    end: 16_000,
    pauses: [
      { start: 6000, end: 6300 },
      { start: 9000, end: 9300 },
    ],
  };
  expect(splitCue(english, voice, rate).map((piece) => piece.text)).toEqual([
    "The river runs down from the hills,",
    "through the town,",
    "and then it meets the sea.",
  ]);
});
