import { expect, test } from "vitest";
import { readRomaji, spellingsOf } from "./romaji.ts";

test.each([
  ["rakugo", "らくご"],
  ["kintsugi", "きんつぎ"],
  ["toudai", "とうだい"],
  ["mugen", "むげん"],
  ["shinbun", "しんぶん"],
  ["shimbun", "しんぶん"],
  ["sinbun", "しんぶん"],
  ["kippu", "きっぷ"],
  ["matcha", "まっちゃ"],
  ["maccha", "まっちゃ"],
  ["ryokan", "りょかん"],
  ["konnichiha", "こんにちは"],
  ["hon'ya", "ほんや"],
  ["honnya", "ほんにゃ"],
  ["jazu", "じゃず"],
  ["fujisan", "ふじさん"],
  ["ra-men", "らーめん"],
])("%s is %s", (romaji, kana) => expect(readRomaji(romaji)[0]).toBe(kana));

test.each(["", "x", "track", "hello", "rakug", "夜", "らくご"])("%s is no romaji", (word) =>
  expect(readRomaji(word)).toEqual([]),
);

test.each([
  ["todai", "とうだい"],
  ["tōdai", "とうだい"],
  ["tokyo", "とうきょう"],
  ["kyoto", "きょうと"],
  ["tofu", "とうふ"],
  ["kuko", "くうこう"],
  ["jukyu", "じゅうきゅう"],
])("%s may be %s", (romaji, kana) => expect(readRomaji(romaji)).toContain(kana));

test("a long word has no more readings than a search may try", () =>
  expect(readRomaji("kokoro".repeat(20)).length).toBeLessThanOrEqual(6));

test("of several words one alone may leave out the length of a vowel; words in kana and kanji stay as they are", () => {
  expect(spellingsOf(["tokyo", "sanpo"]).slice(0, 2)).toEqual([
    ["tokyo", "sanpo"],
    ["ときょ", "さんぽ"],
  ]);
  expect(spellingsOf(["tokyo", "sanpo"])).toContainEqual(["とうきょう", "さんぽ"]);
  expect(spellingsOf(["午後", "toudai"])).toContainEqual(["午後", "とうだい"]);
  expect(spellingsOf(["夜"])).toEqual([["夜"]]);
  expect(spellingsOf(Array.from({ length: 8 }, (_, at) => `kokoro${"a".repeat(at)}`)).length).toBeLessThan(
    14,
  );
});
