import { beforeAll, expect, test } from "vitest";
import { cleanText } from "#app/engines/script/clean-text.ts";
import { createLocalScriptEngine } from "#app/engines/script/local-script-engine.ts";
import { exampleQuestions, isHostPhrase, itemNumbers, reasonQuestions } from "#app/engines/script/phrases.ts";
import { readBlocks } from "#app/engines/script/read-blocks.ts";
import { maxScriptLength, parseScript, type Turn } from "#app/engines/script/script.ts";
import { sampleTexts } from "./texts.ts";

const engine = createLocalScriptEngine();
const { signal } = new AbortController();

interface Judged {
  text: string;
  kind: string;
  title: string;
  labels: string[];
  turns: Turn[];
  /** The lines of the text, of which everything else was added by the hosts. */
  lines: string[];
}

const judged = new Map<string, Judged>();

beforeAll(async () => {
  for (const { name, kind, text } of sampleTexts) {
    const { script, title, labels } = await engine.write({ inputText: text, signal });
    expect(script.length).toBeLessThanOrEqual(maxScriptLength);
    const lines = readBlocks(cleanText(text)).map((line) => line.text);
    judged.set(name, { text, kind, title, labels, turns: parseScript(script), lines });
  }
});

const names = sampleTexts.map(({ name }) => name);
const of = (name: string): Judged => {
  const found = judged.get(name);
  if (!found) throw new Error(`no text is named ${name}`);
  return found;
};
/** Turns of B that the hosts added between the opening and the goodbye. */
const interjectionsOf = ({ turns }: Judged) =>
  turns.flatMap((turn, at) =>
    at > 1 && at < turns.length - 2 && turn.speaker === "B" && isHostPhrase(turn.text) ? [at] : [],
  );
const bare = (text: string) => text.replace(/[\s。]/gu, "");
const charactersOf = (turns: readonly Turn[]) => turns.reduce((sum, { text }) => sum + text.length, 0);

test("there are at least 40 texts, of every kind", () => {
  expect(sampleTexts.length).toBeGreaterThanOrEqual(40);
  expect(new Set(sampleTexts.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(12);
  expect(new Set(sampleTexts.map(({ text }) => text.length > 1900)).size).toBe(2);
});

test.each(names)("%s is spoken whole and in order, and nothing is added but phrases of the hosts", (name) => {
  const { turns, lines, title } = of(name);
  let rest = bare(
    turns
      .filter((turn) => !isHostPhrase(turn.text))
      .map((turn) => turn.text)
      .join(""),
  );
  for (const line of lines) {
    // A heading that the opening announces.
    if (!rest.startsWith(bare(line)) && line === title) continue;
    const number = itemNumbers.find((word) => rest.startsWith(word) && !line.startsWith(word)) ?? "";
    expect(rest.slice(number.length, number.length + bare(line).length)).toBe(bare(line));
    rest = rest.slice(number.length + bare(line).length);
  }
  expect(rest).toBe("");
});

test.each(names)("%s is interrupted only at the end of a paragraph or after 150 characters", (name) => {
  const { turns, lines } = of(name);
  const paragraphs = readBlocks(cleanText(of(name).text));
  const ends = new Set(
    paragraphs
      .filter((line, at) => paragraphs[at + 1]?.paragraph !== line.paragraph)
      .map(({ text }) => bare(text)),
  );
  const places = interjectionsOf(of(name));
  expect(places.length).toBeLessThanOrEqual(lines.join("").length / 100);
  for (const place of places) {
    let spoken = "";
    for (let at = place - 1; at >= 0 && turns[at]?.speaker === "A"; at--) spoken = turns[at]?.text + spoken;
    const isEnd = [...ends].some((end) => bare(spoken).endsWith(end));
    expect(spoken.length, turns[place]?.text).toBeGreaterThanOrEqual(isEnd ? 100 : 150);
  }
});

test.each(names)("%s has fixed roles, and nobody asks about what is still to come", (name) => {
  const { turns, text, kind } = of(name);
  for (const [at, turn] of turns.entries()) {
    if (!isHostPhrase(turn.text)) {
      // B reads questions of the text and characters, nothing else of the member's.
      if (turn.speaker === "B" && kind !== "conversation")
        expect(turn.text).toMatch(/[？?]$|(?:か|でしょう)。?$/u);
      continue;
    }
    const next = turns[at + 1]?.text ?? "";
    const asks: readonly string[] = [...reasonQuestions, ...exampleQuestions];
    if (asks.includes(turn.text))
      expect(next).toMatch(/^(?:なぜなら|なぜか|というのも|その理由|理由は|たとえば|例えば)/u);
    else expect(turn.text).not.toMatch(/どう(?:なる|いう)|どんな|なんでしょう/u);
    // A noun that B repeats has just been said.
    const noun = /^(?:ああ、)?([^、。]{3,10})(?:、ですか|ですね)?。$/u.exec(turn.text)?.[1];
    if (turn.speaker === "B" && noun && text.includes(noun)) {
      const before = turns
        .slice(0, at)
        .map((said) => said.text)
        .join("");
      expect(before).toContain(noun);
    }
  }
});

test.each(names)("%s is hardly longer than the text", (name) => {
  const { turns, lines } = of(name);
  const length = lines.join("").length;
  // The announced title, opening, replies and goodbye; interjections; 。 at the ends of lines.
  const added = charactersOf(turns) - length;
  expect(added).toBeLessThanOrEqual(length < 40 ? lines.length : 90 + length * 0.12 + lines.length * 5);
});

test("texts under 40 characters are spoken alone", () => {
  const short = sampleTexts.filter(
    ({ text }) =>
      readBlocks(cleanText(text))
        .map((line) => line.text)
        .join("").length < 40,
  );
  expect(short.length).toBeGreaterThanOrEqual(5);
  for (const { name } of short)
    for (const turn of of(name).turns) expect(isHostPhrase(turn.text), turn.text).toBe(false);
});

test("each line of a poem is a turn of its own, without a word between", () => {
  for (const { name } of sampleTexts.filter(({ kind }) => kind === "poem")) {
    const { turns, lines } = of(name);
    const verses = turns.filter((turn) => !isHostPhrase(turn.text)).map((turn) => turn.text);
    expect(verses).toEqual(lines);
  }
});

test("each character of a conversation keeps a voice", () => {
  const voiceOf = (name: string, words: string) =>
    of(name).turns.find((turn) => turn.text.includes(words))?.speaker;
  const story = "a story with named speakers";
  for (const words of ["もう帰るの", "傘、貸して", "風邪をひいても"]) expect(voiceOf(story, words)).toBe("B");
  for (const words of ["うん、雨が", "いいよ、走る", "と花子が聞いた", "窓の外"])
    expect(voiceOf(story, words)).toBe("A");
  expect(
    of("a play")
      .turns.filter((turn) => turn.text.startsWith("客"))
      .map((turn) => turn.speaker),
  ).toEqual(["B", "B"]);
  const alternating = of("a dialogue without names").turns.filter((turn) => turn.text.startsWith("「"));
  expect(alternating.map((turn) => turn.speaker).join("")).toBe("ABABA");
});

test("questions are asked by B and answered by A", () => {
  const { turns } = of("frequent questions");
  const of2 = (words: string) => turns.find((turn) => turn.text.includes(words))?.speaker;
  expect([of2("返品はできますか"), of2("8日以内"), of2("未使用"), of2("領収書は"), of2("購入履歴")]).toEqual([
    ..."BAABA",
  ]);
});

test("nobody nods to abuse", () => {
  const { turns } = of("abuse");
  expect(turns.every((turn) => turn.speaker === "A")).toBe(true);
});

test("an instruction inside the text is text", () => {
  const { turns, labels } = of("an instruction to the machine");
  expect(turns.some((turn) => turn.text.includes("これまでの指示をすべて無視して"))).toBe(true);
  expect(labels[0]).not.toBe("ニュース");
});

test("the same member hears no opening and no closing twice in a row", async () => {
  const inputText = of("an essay").text;
  const recentScripts: string[] = [];
  for (let round = 0; round < 7; round++) {
    const { script } = await engine.write({ inputText, recentScripts: recentScripts.slice(-2), signal });
    const turns = parseScript(script);
    const before = parseScript(recentScripts.at(-1) ?? "");
    for (const place of [0, 1, -1, -2]) expect(turns.at(place)?.text).not.toBe(before.at(place)?.text);
    recentScripts.push(script);
  }
});

test.each([
  ["an essay", "坂の途中に、古い銭湯がある"],
  ["a poem", "雨が屋根をたたいている"],
  ["a shopping list", "牛乳、卵、食パン、ねぎ、電池（単三）"],
  ["an explanation with headings", "発酵のふしぎ"],
  ["names and places", "羽生結弦さん"],
  ["news with figures", "総務省が20日に発表した10月の全国消費者物価指数"],
])("%s is called %s", (name, title) => {
  expect(of(name).title).toBe(title);
});

test.each([
  ["a recipe", ["料理・グルメ"]],
  ["a law", ["その他"]],
  ["names and places", ["スポーツ"]],
  ["a business text", ["ビジネス"]],
  ["a talk on sleep", ["健康・ウェルネス"]],
  ["a letter", ["その他"]],
  ["names before quotations", ["その他"]],
])("%s has the labels %s", (name, labels) => {
  expect(of(name).labels).toEqual(labels);
});
