import { expect, test } from "vitest";
import { parseScript } from "#app/engines/script/script.ts";
import { pauseBetween, splitTurns, type Utterance } from "./split-turns.ts";

const script = `# 川
A: 川のお話です。長さは2.5キロで、「春が来た。」と歌います。
B: なるほど。
A: はい。次のお話です
続きです。

# 海
B: 海です。`;

test("a turn is spoken by sentences and lines; what begins with it is with the first", () => {
  const places = (utterances: readonly Utterance[]) =>
    utterances.map(({ place, ...rest }) => ({
      ...rest,
      place: `${place?.sentence}${place?.isLast ? " last" : ""}`,
    }));
  expect(places(splitTurns(parseScript(script)))).toEqual([
    { speaker: "A", text: "川のお話です。", turn: 0, section: "川", place: "0" },
    { speaker: "A", text: "長さは2.5キロで、「春が来た。」と歌います。", turn: 0, place: "1 last" },
    { speaker: "B", text: "なるほど。", turn: 1, place: "0 last" },
    { speaker: "A", text: "はい。", turn: 2, place: "0" },
    { speaker: "A", text: "次のお話です", turn: 2, place: "1" },
    { speaker: "A", text: "続きです。", turn: 2, place: "2 last" },
    { speaker: "B", text: "海です。", turn: 3, beginsParagraph: true, section: "海", place: "0 last" },
  ]);
  expect(places(splitTurns([{ speaker: "A", text: "😀" }]))).toEqual([
    { speaker: "A", text: "😀", turn: 0, place: "0 last" },
  ]);
  const six = splitTurns([{ speaker: "A", text: "一。二。三。四。五。六。" }]);
  expect(six.map(({ place }) => place?.sentence)).toEqual([0, 1, 2, 3, 3, 3]);
});

test("a short reply comes quickly, a sentence has half a second, a paragraph more, a section most", () => {
  const utterances = splitTurns(parseScript(script));
  const pauses = utterances.slice(1).map((after, i) => {
    const before = utterances[i];
    return before && pauseBetween(before, after);
  });
  expect(pauses).toEqual([0.5, 0.2, 0.2, 0.25, 0.5, 1.2]);
});

test("a paragraph is heard as one, and what is left unfinished is waited for", () => {
  const between = (script: string) => {
    const [before, after] = splitTurns(parseScript(script));
    return before && after && pauseBetween(before, after);
  };
  expect(between("A: 春が来ました。\n\nA: 夏も来るでしょう。\nA: 秋です。")).toBe(0.8);
  expect(between("A: 春は来たけれど……。夏はまだ来ないでしょう。")).toBe(0.7);
  expect(between("A: 春は来たけれど――\n夏はまだ来ないでしょう。")).toBe(0.7);
  expect(between("A: 春が来ましたか？夏はまだ来ないでしょう。")).toBe(0.5);
  expect(between("A: 「春が来ました。」夏はまだ来ないでしょう。")).toBe(0.5);
});
