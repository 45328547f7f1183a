import { expect, test } from "vitest";
import { wordsOf } from "#db/search.ts";
import { excerptOf, markMatches, type Piece } from "./mark-matches.ts";

const shown = (pieces: readonly Piece[] | null) =>
  pieces?.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join("") ?? null;

test.each([
  ["夜のトラック", "とらっく", "夜の[トラック]"],
  ["夜のﾄﾗｯｸで", "トラック", "夜の[ﾄﾗｯｸ]で"],
  ["深夜のﾗｼﾞｵ番組", "ラジオ", "深夜の[ﾗｼﾞｵ]番組"],
  // One part of a character that folds to several marks all of it.
  ["5㌔走る", "ロ走", "5[㌔走]る"],
  ["㈱夜", "株", "[㈱]夜"],
  ["Ｔｒａｃｋとtrack", "TRACK", "[Ｔｒａｃｋ]と[track]"],
  ["家族👨‍👩‍👧‍👦の夏", "👩", "家族[👨‍👩‍👧‍👦]の夏"],
  ["𠮷野家", "野", "𠮷[野]家"],
  ["がが゛ガ", "が", "[がが]゛[ガ]"],
  ["あああ", "ああ", "[ああ]あ"],
  ["夜の海と夜の山", "山 夜", "[夜]の海と[夜]の[山]"],
  ["100%", "%", "100[%]"],
  ["何も無い", "夜", "何も無い"],
  ["", "夜", ""],
])("%s for %s", (text, query, marked) => {
  expect(shown(markMatches(text, wordsOf(query)))).toBe(marked);
});

test("an excerpt begins a little before the first match and says where it was cut", () => {
  const long = `${"あ".repeat(40)}鯨${"い".repeat(90)}`;
  expect(shown(excerptOf(long, ["鯨"]))).toBe(`…${"あ".repeat(16)}[鯨]${"い".repeat(55)}…`);
  expect(shown(excerptOf(`鯨${"い".repeat(20)}`, ["鯨"]))).toBe(`[鯨]${"い".repeat(20)}`);
  expect(shown(excerptOf(`${"あ".repeat(90)}鯨`, ["鯨"]))).toBe(`…${"あ".repeat(16)}[鯨]`);
  expect(shown(excerptOf("一行目\n鯨の行", ["鯨"]))).toBe("一行目 [鯨]の行");
  expect(excerptOf(long, ["鮫"])).toBeNull();
});
