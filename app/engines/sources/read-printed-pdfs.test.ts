import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import {
  articleParagraphs,
  columnParagraphs,
  poem,
  verticalParagraphs,
} from "#test/sources/printed-pages.ts";
import { readSource } from "./read-source.ts";

// Files of a browser, which writes letters, readings and columns otherwise than `makePdf`: `test/sources/print-pdfs.ts`.

const folder = path.join(import.meta.dirname, "../../../test/sources/pdfs");

async function read(name: string) {
  const { blocks, omitted } = await readSource(readFileSync(path.join(folder, name)), { name });
  return {
    omitted,
    lines: blocks.map(({ kind, level, text }) => `${kind === "heading" ? `${level} ` : ""}${text}`),
  };
}

test("a printed article keeps headings, readings, lists and hyphenated words, and loses notes, tables, captions and margins", async () => {
  expect(await read("article.pdf")).toEqual({
    omitted: ["footnotes", "pageNumbers", "tables", "captions"],
    lines: [
      "1 町をめぐる",
      "2 はじめに",
      "わたしは｜銀河《ぎんが》という名の町に住み、｜図書館《としょかん》で働いています。毎朝八時に鍵を開け、夜の七時に閉めるまで、本を借りにくる人を待つのが仕事です。",
      ...articleParagraphs.slice(0, 3),
      "朝の市場を歩く",
      "昼の広場で休む",
      "2 町の一日",
      ...articleParagraphs.slice(3),
      "The extraordinary responsibilities of international organisations, particularly regarding environmental sustainability, require comprehensive collaboration.",
    ],
  });
});

test("columns are read one after the other, with paragraphs that go on in the next column and on the next page", async () => {
  expect(await read("columns.pdf")).toEqual({
    omitted: ["pageNumbers"],
    lines: ["1 二段の会報", ...columnParagraphs],
  });
});

test("vertical lines whose letters stand one below the other are lines, with their readings and without the head above them", async () => {
  expect(await read("vertical.pdf")).toEqual({
    omitted: ["pageNumbers"],
    lines: [
      "1 港の話",
      "わたしは｜銀河《ぎんが》という船で「灯台」を見ました。それは一〇〇年前に建てられたものです。",
      ...verticalParagraphs,
    ],
  });
});

test("verse keeps its lines", async () => {
  expect((await read("poem.pdf")).lines).toEqual(["1 朝", poem.join("\n")]);
});
