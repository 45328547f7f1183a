// on one database: the engines' rows have tests of their own (provider-limits.test.ts)
import { describe, expect, test } from "vitest";
import { builtInCategories, fallbackCategory } from "#app/engines/script/categories.ts";
import { withDatabase } from "#test/database.ts";
import { paragraph, signal, withScriptModels } from "#test/servers/language-models/script-models.ts";
import { createLocalScriptEngine } from "./local-script-engine.ts";
import { formatScript, parseScript } from "./script.ts";
import { textKinds } from "./text-kind.ts";

withDatabase();

const { transports, modelEngine } = await withScriptModels();

const texts: [kind: string, text: string][] = [
  ["ten characters", "朝の散歩は気持ちいい"],
  [
    "news with figures",
    "市は20日、来年度の予算を1,250億円とする案を発表した。前年より3.5%多い。図書館の建て替えに48億円をあてる。",
  ],
  ["a poem", "白い息\n窓に書いた名前\nすぐに消えて\n朝になる"],
  [
    "a recipe",
    "豚汁の作り方\n\n材料\n- 豚肉 200g\n- 大根 1/4本\n\n1. 大根を切ります。\n2. 15分煮ます。\n3. 味噌を溶きます。",
  ],
  [
    "a law",
    "第一条　この規則は、会員の利用について定めるものとする。\n第二条　会員は、前条の目的に従わなければならない。",
  ],
  [
    "a dialogue",
    "「もう帰るの」と花子は言った。\n「うん、また明日」と太郎は答えた。\n夕日が校庭を赤く染めていた。",
  ],
  ["a social post", "今日のランチ、駅前の新しいカレー屋さん！めちゃくちゃ辛いけどおいしかった〜😋 #カレー"],
  [
    "English",
    "The old lighthouse keeper wrote a letter every evening. Nobody ever answered, but he kept writing.",
  ],
  ["two thousand characters", paragraph.repeat(Math.ceil(2000 / paragraph.length)).slice(0, 2000)],
];

const forms = [
  { form: "dialogue", length: "normal", hasGreetings: false },
  { form: "dialogue", length: "short", hasGreetings: true },
  { form: "explainer", length: "normal", hasGreetings: true },
  { form: "explainer", length: "short", hasGreetings: false },
  { form: "interview", length: "normal", hasGreetings: true },
  { form: "interview", length: "normal", hasGreetings: false },
  { form: "reading", length: "normal", hasGreetings: true },
  { form: "reading", length: "short", hasGreetings: false },
] as const;

describe.each([
  ["local", createLocalScriptEngine()],
  ["gemini", modelEngine(transports.gemini)],
  ["openai", modelEngine(transports.openai)],
] as const)("the script engine %s", (_, engine) => {
  test.each(texts)("writes a script of %s", async (_kind, inputText) => {
    const percents: number[] = [];
    const written = await engine.write({
      inputText,
      signal,
      onProgress: (percent) => percents.push(percent),
    });
    const turns = parseScript(written.script);
    expect(written.script).toMatch(/^[AB]: \S/u);
    expect(formatScript(turns)).toBe(written.script);
    expect(textKinds).toContain(written.textKind);
    if (inputText.length >= 40) expect(new Set(turns.map(({ speaker }) => speaker)).size).toBe(2);
    expect(written.script.length).toBeLessThanOrEqual(6000);
    expect(written.title).toMatch(/^.{1,100}$/u);
    expect(written.labels.length).toBeGreaterThanOrEqual(1);
    expect(written.labels.length).toBeLessThanOrEqual(3);
    for (const label of written.labels) expect([...builtInCategories, fallbackCategory]).toContain(label);
    expect(percents).toEqual([...percents].sort((one, other) => one - other));
    expect(percents.at(-1)).toBe(100);
    const figures = (text: string) => text.normalize("NFKC").match(/\d+/gu) ?? [];
    expect(figures(inputText)).toEqual(expect.arrayContaining(figures(written.script)));
    expect(written.factCheck.claims.every(({ verdict }) => verdict !== "verified")).toBe(true);
  });

  // Long enough for a listener, with paragraphs, a heading and figures.
  const essay = [paragraph, "# 駅前の店", paragraph.repeat(2), paragraph].join("\n\n");
  test.each(forms)("writes $form, $length, with greetings: $hasGreetings", async (style) => {
    const canShorten = engine.name !== "local";
    const { script } = await engine.write({ inputText: essay, ...style, signal });
    const turns = parseScript(script);
    const lettersOf = (speaker: "A" | "B") =>
      turns.reduce((sum, turn) => sum + (turn.speaker === speaker ? turn.text.length : 0), 0);
    if (style.form === "reading") expect(lettersOf("B")).toBe(0);
    else if (style.form !== "explainer" || style.hasGreetings) expect(lettersOf("B")).toBeGreaterThan(0);
    if (style.form !== "dialogue") expect(lettersOf("A")).toBeGreaterThan(2 * lettersOf("B"));
    if (style.form === "interview") {
      const asked = turns.flatMap(({ speaker, text }, at) =>
        speaker === "B" && /(?:ください|ますか|です|ます)。?$/u.test(text) ? [turns[at + 1]?.speaker] : [],
      );
      expect(asked.length).toBeGreaterThan(0);
      expect(new Set(asked)).toEqual(new Set(["A"]));
    }
    const [first, last] = [turns[0]?.text ?? "", turns.at(-1)?.text ?? ""];
    expect([essay.includes(first.slice(0, 8)), essay.includes(last.slice(-8))]).toEqual(
      style.hasGreetings
        ? [false, false]
        : style.form === "interview"
          ? [false, true]
          : [true, expect.anything()],
    );
    if (style.length === "short" && canShorten) expect(script.length).toBeLessThan(essay.length * 0.8);
    else expect(script).toContain("遠くの電車の音が聞こえてきます");
  });

  test("a text that is a script stays as it is, whatever its form", async () => {
    const inputText = "B: 今夜は何を聞きますか。\nA: 雨の音です。\nB: いいですね。";
    for (const { form } of forms) {
      const { script, title, labels } = await engine.write({ inputText, form, signal });
      expect(script).toBe(inputText);
      expect([title, ...labels].every((text) => text.length > 0)).toBe(true);
    }
  });

  test("keeps the member's title", async () => {
    const { title } = await engine.write({ inputText: paragraph, title: "夜のはなし", signal });
    expect(title).toBe("夜のはなし");
  });

  test("revises the lines that an issue quotes, and keeps the others", async () => {
    const originalScript = "A: 東京タワーの高さは必ず333メートルです。\nB: そうなんですね。";
    const issues = ["「東京タワーの高さは必ず333メートルです」に含まれる数値は、確かめられていません。"];
    const { script } = await engine.revise({ inputText: "東京タワーの話", originalScript, issues, signal });
    expect(script).not.toBe(originalScript);
    expect(script).toContain("そうなんですね");
    expect(parseScript(script)[0]?.speaker).toBe("A");
  });

  test("stops with the reason of the signal", async () => {
    const reason = new Error("cancelled");
    await expect(engine.write({ inputText: paragraph, signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
  });
});
