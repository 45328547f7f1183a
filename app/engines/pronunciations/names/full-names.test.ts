import { expect, test } from "vitest";
import { loadSpokenKana } from "#test/spoken-readings.ts";
import { readFullNames } from "./full-names.ts";

const say = await loadSpokenKana();

test.each([
  ["山崎重暉は沢に降りた。", "ヤマザキシゲアキワサワニオリタ"],
  ["田中 亮さんが来た。", "タナカリョオサンガキタ"],
  ["俳優の森律が話す。", "ハイユウノモリリツガハナス"],
  ["作家重野安繹氏の書。", "サッカシゲノヤスツグシノショ"],
  ["沢渡さんと沢渡選手。", "サワタリサントサワタリセンシュ"],
])("names of people are read as most people of that name in %s", (text, kana) => {
  expect(say(text)).toBe(kana);
});

test.each([
  "沢渡（山の中）を歩く。",
  "東海林さんと小笠原さん、佐々原さんが来た。",
  "山崎博士は大学生に会った。",
  "一瞬で一等賞を取った。",
  "山口大学から松本城と石川県庁へ、福島第一駅まで。",
  "本田技研と山本海苔店、高橋名人、林業と森林。",
  "千葉真実一路",
])("what looks like a name is none in %s", (text) => {
  expect(readFullNames(text)).toBe(text);
});

test("a name that is another word too is one beside a title alone", () => {
  expect(readFullNames("田中学さん")).not.toBe(readFullNames("田中学"));
  expect(readFullNames("田中学")).toBe("田中学");
});
