import { expect, test } from "vitest";
import { parseScript } from "#app/engines/script/script.ts";
import { pauseBetween, splitTurns } from "./split-turns.ts";

const script = `# 川
A: 川のお話です。長さは2.5キロで、「春が来た。」と歌います。
B: なるほど。
A: はい。次のお話です
続きです。

# 海
B: 海です。`;

test("a turn is spoken by sentences and lines; what begins with it is with the first", () => {
  expect(splitTurns(parseScript(script))).toEqual([
    { speaker: "A", text: "川のお話です。", turn: 0, section: "川" },
    { speaker: "A", text: "長さは2.5キロで、「春が来た。」と歌います。", turn: 0 },
    { speaker: "B", text: "なるほど。", turn: 1 },
    { speaker: "A", text: "はい。", turn: 2 },
    { speaker: "A", text: "次のお話です", turn: 2 },
    { speaker: "A", text: "続きです。", turn: 2 },
    { speaker: "B", text: "海です。", turn: 3, beginsParagraph: true, section: "海" },
  ]);
  expect(splitTurns([{ speaker: "A", text: "😀" }])).toEqual([{ speaker: "A", text: "😀", turn: 0 }]);
});

test("a short reply comes quickly, a sentence has half a second, a paragraph more", () => {
  const utterances = splitTurns(parseScript(script));
  const pauses = utterances.slice(1).map((after, i) => {
    const before = utterances[i];
    return before && pauseBetween(before, after);
  });
  expect(pauses).toEqual([0.5, 0.2, 0.2, 0.25, 0.5, 0.8]);
});
