import { expect, test } from "vitest";
import type { AccentPhrase } from "./front-end.ts";
import { mendKatakana } from "./katakana-runs.ts";
import { moraeOfKana } from "./morae.ts";

const phrase = (kana: string, accent: number): AccentPhrase => ({
  moras: moraeOfKana(kana),
  accent,
  isQuestion: false,
  hasPauseAfter: false,
});
const kanaOf = (phrases: readonly AccentPhrase[]) =>
  phrases.map(({ moras, accent }) => `${moras.map(({ text }) => text).join("")}${accent}`);

test("a small kana that was taken for a large one goes to its mora, and the accent with it", () => {
  expect(
    kanaOf(mendKatakana("そのキリューヨシが", [phrase("ソノ", 2), phrase("キリユウヨシガ", 5)])),
  ).toEqual(["ソノ2", "キリュウヨシガ4"]);
});

test("ヘ in a word is no particle, and シー no スィー", () => {
  expect(kanaOf(mendKatakana("トーヘキ", [phrase("トオエ", 1), phrase("キ", 1)]))).toEqual([
    "トオヘ1",
    "キ1",
  ]);
  expect(kanaOf(mendKatakana("バカバカシー", [phrase("バカバカスィイ", 5)]))).toEqual(["バカバカシイ5"]);
});

test("large kana of other words, and a particle at the end, stay", () => {
  expect(kanaOf(mendKatakana("清いキョーギ", [phrase("キヨイ", 2), phrase("キョオギ", 1)]))).toEqual([
    "キヨイ2",
    "キョオギ1",
  ]);
  expect(kanaOf(mendKatakana("アチラヘ", [phrase("アチラエ", 4)]))).toEqual(["アチラエ4"]);
});
