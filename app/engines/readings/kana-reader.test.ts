import { expect, test } from "vitest";
import { loadKanaReader } from "./kana-reader.ts";

const readKana = await loadKanaReader();

test.each([
  ["particles as pronounced", "私は学校へ行って本を読む。", "ワタシワ ガッコーエ イッテ ホンヲ ヨム。"],
  [
    "numbers with counters",
    "2026年11月1日に3本",
    "ニセンニジューロクネン ジューイチガツ ツイタチニ サンボン",
  ],
  ["long vowels stay with their vowel", "えーと、ラーメンだよねー", "エート、ラーメンダヨネー"],
  ["a question", "元気ですか？", "ゲンキデスカ？"],
  ["only marks", "、。", ""],
])("%s", (_, text, kana) => {
  expect(readKana(text)).toBe(kana);
});
