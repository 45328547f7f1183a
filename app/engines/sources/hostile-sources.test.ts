import { expect, test } from "vitest";
import { makeDocx, makeEpub, makeOdt, wordParagraph } from "#test/sources/make-sources.ts";
import { text } from "#test/sources/night-text.ts";
import { readSource } from "./read-source.ts";
import { maxSourceBlocks, maxSourceCharacters } from "./source.ts";

const bytesOf = (content: string | Uint8Array) =>
  typeof content === "string" ? Buffer.from(content) : content;
const read = (content: string | Uint8Array, name: string) => readSource(bytesOf(content), { name });

test.each<[string, () => string | Uint8Array, string]>([
  ["a line of 300,000 characters", () => "夜の声が聞こえる".repeat(37_500), "a.txt"],
  ["a line of emoji", () => "あ👪".repeat(60_000), "a.txt"],
  ["500,000 lines", () => "あ\n\n".repeat(500_000), "a.txt"],
  [
    "a book that repeats its chapter",
    () => makeEpub([`<p>${text}</p>`.repeat(100)], { spine: Array(1500).fill(0) }),
    "a.epub",
  ],
])("of %s as much is read as of any source, in paragraphs that can be chosen", async (_, make, name) => {
  const { blocks, isTruncated } = await read(make(), name);
  expect(isTruncated).toBe(true);
  const lengths = blocks.map((block) => [...block.text].length);
  const characters = lengths.reduce((sum, length) => sum + length, 0);
  expect(characters > maxSourceCharacters - 1000 || blocks.length === maxSourceBlocks).toBe(true);
  expect(characters).toBeLessThanOrEqual(maxSourceCharacters);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(1000);
  expect(blocks.every((block) => block.text.isWellFormed())).toBe(true);
});

test.each<[string, () => string | Uint8Array, string]>([
  ["30,000 elements in one another", () => `<html>${"<div>".repeat(30_000)}<p>${text}`, "a.html"],
  [
    "5,000 tables in one another",
    () => makeDocx(`${"<w:tbl><w:tr><w:tc>".repeat(5_000)}${wordParagraph(text)}`),
    "a.docx",
  ],
  ["20,000 quotations in one another", () => `${"> ".repeat(20_000)}${text}`, "a.md"],
  ["20,000 list items in one another", () => `<html>${"<ul><li>".repeat(20_000)}${text}`, "a.html"],
  [
    "10,000 spans in one another",
    () => makeOdt(`<text:p>${"<text:span>".repeat(10_000)}${text}${"</text:span>".repeat(10_000)}</text:p>`),
    "a.odt",
  ],
  [
    "links, comments and notes without an end",
    () =>
      `${["[", "[](", "![](", "<!--", "［＃", "［＃大見出し］"].map((sign) => sign.repeat(15_000)).join("\n\n")}\n\n${text}`,
    "a.md",
  ],
  ["an attribute of 5 MB", () => `<html><p title="${"x".repeat(5_000_000)}">${text}`, "a.html"],
])("%s do not break the reader", async (_, make, name) => {
  expect((await read(make(), name)).blocks.map((block) => block.text)).toEqual([text]);
});
