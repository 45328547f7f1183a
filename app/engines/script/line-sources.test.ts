import { expect, test } from "vitest";
import { findLineSources } from "./line-sources.ts";
import { createLocalScriptEngine } from "./local-script-engine.ts";
import { parseScript } from "./script.ts";

const text = `# 灯台の話

灯台守の朝は、**霧**の深さを測ることから始まる。次に、油を足します。

むかしは、二百七十段を毎日のぼったそうです。いまは無人です。

｜霧笛《むてき》の音は、沖まで届きました。`;
const turn = (words: string) => ({ text: words });

test("a line is found by its sentences, whatever marks, spaces, readings and other endings stand between", () => {
  const [first, ending, reading, both] = findLineSources(text, [
    turn("灯台守の朝は、霧の深さを測ることから始まります。"),
    turn("次に、油を足します。"),
    turn("むかしは、二百七十段を｜毎日《マイニチ1》のぼったそうです。"),
    turn("なるほど。むかしは、二百七十段を毎日のぼったそうです。いまは無人です。"),
  ]);
  expect(first).toMatchObject({
    paragraph: 2,
    before: "",
    words: "灯台守の朝は、**霧**の深さを測ることから始まる",
  });
  expect(ending).toEqual({
    paragraph: 2,
    before: "灯台守の朝は、**霧**の深さを測ることから始まる。",
    words: "次に、油を足します",
    after: "。",
  });
  expect(reading).toMatchObject({ paragraph: 3, words: "むかしは、二百七十段を毎日のぼったそうです" });
  expect(both?.words).toBe("むかしは、二百七十段を毎日のぼったそうです。いまは無人です");
});

test("a line with a word whose reading the text brings along is found, and its place is shown without the reading", () => {
  const [place] = findLineSources(text, [turn("｜霧笛《むてき》の音は、沖まで届きました。")]);
  expect(place).toEqual({ paragraph: 4, before: "", words: "霧笛の音は、沖まで届きました", after: "。" });
});

test("what the text does not say has no place, nor what is too short to tell one", () => {
  expect(
    findLineSources(text, [
      turn("こんばんは。今日は灯台のお話です。"),
      turn("はい。"),
      turn("朝。"),
      turn(""),
    ]),
  ).toEqual([null, null, null, null]);
});

test("a line of sentences that are each too short to tell one has the place of them all", () => {
  const short = "夜です。静かです。\n\n朝です。";
  expect(findLineSources(short, [turn("夜です。静かです。"), turn("静かです。夜です。")])).toEqual([
    { paragraph: 1, before: "", words: "夜です。静かです", after: "。" },
    null,
  ]);
});

test("a sentence that comes twice is found where the script has come to", () => {
  const twice = "夜が来ました。鐘が鳴りました。\n\n夜が来ました。誰もいません。";
  const places = findLineSources(twice, [turn("鐘が鳴りました。"), turn("夜が来ました。誰もいません。")]);
  expect(places.map((place) => place?.paragraph)).toEqual([1, 2]);
});

test("of the local scripts, every line with words of the text is found, and what the hosts add is not", async () => {
  const { signal } = new AbortController();
  for (const form of ["dialogue", "explainer", "interview"] as const) {
    const { script } = await createLocalScriptEngine().write({
      ...{ inputText: text, signal, form, hasGreetings: true },
    });
    const turns = parseScript(script);
    const places = findLineSources(text, turns);
    const placeOf = (words: string) => places[turns.findIndex(({ text: said }) => said.includes(words))];
    expect(placeOf("の深さを")?.paragraph, script).toBe(2);
    expect(`${placeOf("二百七十段")?.words}${placeOf("二百七十段")?.after}`, script).toContain("二百七十段");
    expect(places[0], script).toBeNull();
    expect(places.at(-1), script).toBeNull();
  }
});
