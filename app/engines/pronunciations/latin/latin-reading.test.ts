import { expect, test } from "vitest";
import { readLatin } from "./latin-reading.ts";

test.each([
  ["Google", "グーグル"],
  ["YouTube", "ユーチューブ"],
  ["AI", "エーアイ"],
  ["NHK", "エヌエイチケー"],
  ["x", "エックス"],
  ["sushi", "スシ"],
  ["Tanaka", "タナカ"],
  ["Tokyo", "トーキョー"],
  ["OpenStreetMap", "オープンストリートマップ"],
  ["nation", "ネーション"],
  ["Hiroshima", "ヒロシマ"],
  ["don't", "ドント"],
  ["SALE", "セール"],
  ["knowledge", "ナレッジ"],
  ["mountain", "マウンテン"],
  ["quick", "クイック"],
  ["memory", "メモリー"],
  ["through", "スルー"],
  ["bake", "ベーク"],
  ["tennis", "テニス"],
])("%s is read %s", (word, reading) => {
  expect(readLatin(word)).toBe(reading);
});

test("every letter combination has a reading in katakana", () => {
  const letters = "abcdefghijklmnopqrstuvwxyz";
  for (const a of letters)
    for (const b of letters)
      for (const c of letters) expect(readLatin(`${a}${b}${c}e`)).toMatch(/^[ァ-ヴー]+$/);
});
