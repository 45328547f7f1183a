import { expect, test } from "vitest";
import { romajiToKana } from "./romaji.ts";

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
])("%s is %s", (romaji, kana) => expect(romajiToKana(romaji)).toBe(kana));

test.each(["", "x", "track", "hello", "rakug", "夜", "らくご"])("%s is no romaji", (word) =>
  expect(romajiToKana(word)).toBeNull(),
);
