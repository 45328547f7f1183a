import { describe, expect, test } from "vitest";
import { withoutRuby } from "#app/engines/pronunciations/ruby.ts";
import { analyzeWords } from "#app/engines/words/analyze-words.ts";
import { cleanText } from "../clean-text.ts";
import { readBlocks } from "../read-blocks.ts";
import { readTexts } from "../texts/read-texts.ts";
import { sampleTexts } from "../texts/texts.ts";
import { choosePassages } from "./choose-passages.ts";
import { judgedPassages } from "./judged-passages.ts";
import { nounsOf, readPassageFacts } from "./passage-facts.ts";
import { joinPassages, splitPassages } from "./passages.ts";

async function read(text: string) {
  const cleaned = cleanText(text);
  const lines = readBlocks(cleaned);
  const words = await analyzeWords(lines.map((line) => withoutRuby(line.text)));
  const passages = splitPassages(cleaned, lines);
  const facts = readPassageFacts({ lines, words, passages, secondsOf: (line) => line.length * 0.18 });
  const texts = passages.map(({ lines: { from, to } }) =>
    lines
      .slice(from, to)
      .map((line) => line.text)
      .join(""),
  );
  return { cleaned, lines, passages, facts, texts };
}

describe.each(judgedPassages)("of $name", (judged) => {
  test.each([0.2, judged.share, 0.7, 0.85])("%d of its length is what a reader would keep", async (share) => {
    const { facts, texts } = await read(judged.text);
    const [title = [], focus = []] = (await analyzeWords([judged.title, judged.focus ?? ""])).map(nounsOf);
    const seconds = share * facts.reduce((sum, fact) => sum + fact.seconds, 0);
    const kept = choosePassages(facts, { seconds, title, focus }).map((at) => texts[at] ?? "");
    const has = (beginning: string) => kept.some((text) => text.startsWith(beginning));
    for (const beginning of [...judged.kept, ...judged.dropped, ...judged.needs.flat()])
      expect(
        texts.some((text) => text.startsWith(beginning)),
        beginning,
      ).toBe(true);
    expect(judged.needs.filter(([one, other]) => has(one) && !has(other))).toEqual([]);
    if (share !== judged.share) return;
    expect(judged.kept.filter((beginning) => !has(beginning))).toEqual([]);
    expect(judged.dropped.filter(has)).toEqual([]);
  });
});

test("passages are the whole text, and what is kept of it is read as the same lines", async () => {
  for (const { text } of [...sampleTexts, ...readTexts("held-out.txt"), ...readTexts("development.txt")]) {
    const { cleaned, lines, passages } = await read(text);
    expect(passages.map(({ start, end }) => cleaned.slice(start, end)).join("")).toBe(cleaned);
    expect(joinPassages(cleaned, passages, [...passages.keys()])).toBe(cleaned);
    expect(passages.flatMap(({ lines: { from, to } }) => lines.slice(from, to))).toEqual(lines);
    const even = [...passages.keys()].filter((at) => at % 2 === 0);
    const letters = (some: readonly { text: string }[]) =>
      some
        .map((line) => line.text)
        .join("")
        .replace(/\s/gu, "");
    const expected = even.flatMap((at) => lines.slice(passages[at]?.lines.from, passages[at]?.lines.to));
    const kept = readBlocks(joinPassages(cleaned, passages, even));
    if (!/[|`\t]/u.test(cleaned)) expect(letters(kept)).toBe(letters(expected));
  }
});
