import { beforeAll, expect, test } from "vitest";
import { cleanText } from "#app/engines/script/clean-text.ts";
import { createLocalScriptEngine } from "#app/engines/script/local-script-engine.ts";
import { isHostPhrase, itemNumbers } from "#app/engines/script/phrases.ts";
import { readBlocks } from "#app/engines/script/read-blocks.ts";
import { maxScriptLength, parseScript, type Turn } from "#app/engines/script/script.ts";
import { tones } from "#app/engines/script/tones.ts";
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
const bare = (text: string) => text.replace(/[\s。]/gu, "");
const charactersOf = (turns: readonly Turn[]) => turns.reduce((sum, { text }) => sum + text.length, 0);

test("there are at least 40 texts, of every kind", () => {
  expect(sampleTexts.length).toBeGreaterThanOrEqual(40);
  expect(new Set(sampleTexts.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(12);
  expect(new Set(sampleTexts.map(({ text }) => text.length > 1900)).size).toBe(2);
});

test.each(names)("%s is spoken whole and in order, and nothing is added but phrases of the hosts", (name) => {
  const { turns, lines, title } = of(name);
  const nods = Object.values(tones).flatMap((tone) => tone.nods);
  let rest = bare(
    turns
      .filter((turn) => !isHostPhrase(turn.text))
      .map(({ text }) => text.slice(nods.find((nod) => text.startsWith(nod))?.length ?? 0))
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

test("each line of a poem keeps its line, without a word between", () => {
  for (const { name } of sampleTexts.filter(({ kind }) => kind === "poem")) {
    const { turns, lines } = of(name);
    const verses = turns.filter((turn) => !isHostPhrase(turn.text)).flatMap((turn) => turn.text.split("\n"));
    expect(verses).toEqual(lines);
  }
});

test("each character of a conversation keeps a voice", () => {
  const voiceOf = (name: string, words: string) =>
    of(name).turns.find((turn) => turn.text.includes(words))?.speaker;
  const story = "a story with named speakers";
  const hanako = voiceOf(story, "もう帰るの");
  for (const words of ["傘、貸して", "風邪をひいても"]) expect(voiceOf(story, words)).toBe(hanako);
  for (const words of ["うん、雨が", "いいよ、走る"]) expect(voiceOf(story, words)).not.toBe(hanako);
  const shop = of("a play").turns.filter((turn) => /^(?:店長|客)：/u.test(turn.text));
  expect(new Set(shop.map(({ text, speaker }) => text.slice(0, 1) + speaker)).size).toBe(2);
  const alternating = of("a dialogue without names").turns.filter((turn) => turn.text.startsWith("「"));
  expect(alternating.map((turn) => turn.speaker).join("")).toMatch(/^(?:ABABA|BABAB)$/u);
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
  ["news with figures", "10月の全国消費者物価指数"],
])("%s is called %s", (name, title) => {
  expect(of(name).title).toBe(title);
});

test.each([
  ["a recipe", ["料理・グルメ"]],
  ["a law", ["政治・社会"]],
  ["names and places", ["スポーツ"]],
  ["a business text", ["ビジネス"]],
  ["a talk on sleep", ["健康・ウェルネス"]],
  ["a letter", ["ライフスタイル"]],
  ["names before quotations", ["エンターテイメント", "教育・学習"]],
])("%s has the labels %s", (name, labels) => {
  expect(of(name).labels).toEqual(labels);
});
