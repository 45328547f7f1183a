import { expect, test } from "vitest";
import type { TextPart } from "#app/features/tracks/track-list-item.ts";
import { splitWords } from "#db/search/text.ts";
import { highlightedExcerpt, highlightMatches } from "./highlight-matches.server.ts";

const shown = (parts: readonly TextPart[] | null) =>
  parts?.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join("") ?? null;

test.each([
  ["夜のトラック", "とらっく", "夜の[トラック]"],
  ["夜のﾄﾗｯｸで", "トラック", "夜の[ﾄﾗｯｸ]で"],
  ["深夜のﾗｼﾞｵ番組", "ラジオ", "深夜の[ﾗｼﾞｵ]番組"],
  // A match of a part of a folded character marks the whole character.
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
  expect(shown(highlightMatches(text, splitWords(query)))).toBe(marked);
});

test("an excerpt begins shortly before the first match and shows where it is cut", () => {
  const long = `${"あ".repeat(40)}鯨${"い".repeat(90)}`;
  expect(shown(highlightedExcerpt(long, ["鯨"]))).toBe(`…${"あ".repeat(16)}[鯨]${"い".repeat(55)}…`);
  expect(shown(highlightedExcerpt(`鯨${"い".repeat(20)}`, ["鯨"]))).toBe(`[鯨]${"い".repeat(20)}`);
  expect(shown(highlightedExcerpt(`${"あ".repeat(90)}鯨`, ["鯨"]))).toBe(`…${"あ".repeat(16)}[鯨]`);
  expect(shown(highlightedExcerpt("一行目\n鯨の行", ["鯨"]))).toBe("一行目 [鯨]の行");
  expect(highlightedExcerpt(long, ["鮫"])).toBeNull();
});
