import { expect, test } from "vitest";
import type { Cue } from "#app/features/tracks/track.ts";
import { clipSound, clipsMarkdown, pickSentence, placeOf, placeSentences, sentencesOf } from "./clip.ts";

/** Turns with so many sentences, each of one second. */
function cuesOf(...counts: number[]): Cue[] {
  const cues: Cue[] = [];
  for (const [turn, count] of counts.entries()) {
    for (let sentence = 0; sentence < count; sentence++) {
      const startMs = cues.length * 1000;
      cues.push({
        speaker: turn % 2 === 0 ? "A" : "B",
        text: `${turn}の${sentence}。`,
        startMs,
        endMs: startMs + 900,
        turn,
        section: null,
      });
    }
  }
  return cues;
}
const words = (cues: Cue[]) => cues.map(({ text }) => text).join("");
const range = { firstTurn: 1, firstSentence: 1, lastTurn: 2, lastSentence: 1 };

test("a place is a turn and the number of the sentence in it", () => {
  expect(placeSentences(cuesOf(2, 1)).map(placeOf)).toEqual(["0.0", "0.1", "1.0"]);
});

test("a passage has the sentences from its first to its last one", () => {
  expect(words(sentencesOf(cuesOf(1, 3, 2, 1), range, { isWhole: true }))).toBe("1の1。1の2。2の0。2の1。");
});

test("a correction that makes a turn shorter moves the end to its last sentence; a turn that is gone empties the passage", () => {
  expect(words(sentencesOf(cuesOf(1, 3, 1, 1), range, { isWhole: true }))).toBe("1の1。1の2。2の0。");
  expect(words(sentencesOf(cuesOf(1, 1, 2, 1), range, { isWhole: true }))).toBe("1の0。2の0。2の1。");
  expect(sentencesOf(cuesOf(1, 3), range, { isWhole: true })).toEqual([]);
});

test("of an excerpt, a passage that goes on behind it is not given in part", () => {
  expect(sentencesOf(cuesOf(1, 3, 1), range, { isWhole: false })).toEqual([]);
  expect(words(sentencesOf(cuesOf(1, 3, 2), range, { isWhole: false }))).toBe("1の1。1の2。2の0。2の1。");
});

const clip = {
  id: "abc",
  trackId: 7,
  coverId: 7,
  title: "夜の*窓*",
  authorName: "かなで",
  trackPath: "/kanade/track/7",
  labels: [],
  sentences: [{ speaker: "A" as const, text: "# 静かです。", startMs: 12_340 }],
  startMs: 12_340,
  endMs: 15_060,
};

test("its sound ends with its last word", () => expect(clipSound(clip)).toBe("/api/stream/7#t=12.34,15.06"));

test("as Markdown it is a quote with its source, and no mark of its own", () => {
  expect(clipsMarkdown([clip], "https://mugen.example")).toBe(
    "# 一節ノート\n\n> \\# 静かです。\n\n— [夜の\\*窓\\*](https://mugen.example/clip/abc)、かなで\n",
  );
});

test.each<[presses: number[], picked: [first: number, last: number], isTooLong?: boolean]>([
  [[3], [3, 3]],
  [
    [3, 5],
    [3, 5],
  ],
  [
    [5, 3],
    [3, 5],
  ],
  [
    [3, 5, 7],
    [3, 7],
  ],
  [
    [3, 5, 4],
    [4, 4],
  ],
  [
    [3, 3],
    [3, 3],
  ],
  [[3, 8], [8, 8], true],
  [[3, 7, 2], [2, 2], true],
  [
    [3, 8, 9],
    [8, 9],
  ],
])("presses on the sentences %j pick %j", (presses, [first, last], isTooLong = false) => {
  let picked: ReturnType<typeof pickSentence> | null = null;
  for (const index of presses) picked = pickSentence(picked, index);
  expect(picked).toEqual({ first, last, isTooLong });
});
