import { expect, test } from "vitest";
import { chaptersOf, cueIndexAt, groupByTurn, sentenceGap, toWebVtt } from "./cues.ts";

const cues = [{ startMs: 200 }, { startMs: 4000 }, { startMs: 9500 }];

test.each([
  [0, -1],
  [199, -1],
  [200, 0],
  [3999, 0],
  [4000, 1],
  [9499, 1],
  [9500, 2],
  [999_999, 2],
])("at %s ms line %s is the current one", (ms, line) => {
  expect(cueIndexAt(cues, ms)).toBe(line);
});

test("a track without lines has no current one", () => {
  expect(cueIndexAt([], 1000)).toBe(-1);
});

test("sentences are grouped by their turn; after a word in Latin letters comes a space", () => {
  const sentences = [{ turn: 0 }, { turn: 0 }, { turn: 1 }, { turn: 3 }];
  expect(groupByTurn(sentences).map((turn) => turn.length)).toEqual([2, 1, 1]);
  expect([sentenceGap(), sentenceGap("はい。"), sentenceGap("OK.")]).toEqual(["", "", " "]);
});

test("sections are chapters, what precedes them too", () => {
  const cue = (startMs: number, section: string | null = null, turn = 1) => ({ startMs, section, turn });
  expect(chaptersOf([cue(50), cue(4000)])).toEqual([]);
  expect(chaptersOf([cue(50, "川"), cue(4000), cue(9000, "海")])).toEqual([
    { startMs: 0, title: "川" },
    { startMs: 9000, title: "海" },
  ]);
  expect(chaptersOf([cue(50), cue(4000, "川")])).toEqual([
    { startMs: 0, title: "はじめに" },
    { startMs: 4000, title: "川" },
  ]);
  // A notice precedes the script's first line.
  expect(chaptersOf([cue(50, null, 2), cue(4000, "川", 0), cue(9000, "海")])).toEqual([
    { startMs: 0, title: "川" },
    { startMs: 9000, title: "海" },
  ]);
});

test("WebVTT names the speakers as their author does, and others by their letter", () => {
  const cue = { text: "はい。", startMs: 0, endMs: 900, turn: 0, section: null };
  const vtt = toWebVtt(
    [
      { ...cue, speaker: "A" as const },
      { ...cue, speaker: "B" as const },
    ],
    { A: "<夜>" },
  );
  expect(vtt).toContain("<v &lt;夜&gt;>はい。</v>");
  expect(vtt).toContain("<v B>はい。</v>");
});
