import { expect, test } from "vitest";
import { plainRuby, speakRuby, withoutRuby } from "./ruby.ts";

test.each([
  ["a base of kanji", "その女《ひと》は", "そのヒトは"],
  ["a base with a mark", "｜時の流れ《クロノス》が", "クロノスが"],
  ["a long vowel", "東京《とうきょう》へ", "トーキョーへ"],
  ["HTML", "<ruby>宇宙<rp>(</rp><rt>そら</rt><rp>)</rp></ruby>を見る", "ソラを見る"],
  ["HTML of several parts", "<ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby>", "トーキョー"],
  ["a reading in brackets", "山田太郎（やまだ・たろう）さん", "ヤマダタローさん"],
  [
    "a remark in brackets",
    "提出（あとで）と日本国東京都（とうきょうと）",
    "提出（あとで）と日本国東京都（とうきょうと）",
  ],
  ["a title in brackets", "《太陽》を見た", "《太陽》を見た"],
])("%s is spoken", (_, written, spoken) => {
  expect(speakRuby(written)).toBe(spoken);
});

test("ruby of HTML becomes plain, and goes where only the words are wanted", () => {
  const written = "<ruby>宇宙<rt>そら</rt></ruby>と女《ひと》の《太陽》";
  expect(plainRuby(written)).toBe("｜宇宙《そら》と女《ひと》の《太陽》");
  expect(withoutRuby(written)).toBe("宇宙と女の《太陽》");
});
