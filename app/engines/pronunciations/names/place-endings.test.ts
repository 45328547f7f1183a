import { expect, test } from "vitest";
import { readPlaceEndings } from "./place-endings.ts";

test.each([
  ["藤見橋を渡る。", "藤見バシを渡る。"],
  ["目川池のほとり。", "目川イケのほとり。"],
  ["白樫湖とスズラン湖。", "白樫コとスズランコ。"],
  ["横断歩道橋から乾電池を落とす。", "横断歩道橋から乾電池を落とす。"],
  ["石橋と東大橋を渡り、この池を見る。", "石橋と東大橋を渡り、この池を見る。"],
  ["日本橋と由布岳。", "日本橋と由布岳。"],
])("endings of names of places: %s", (text, expected) => {
  expect(readPlaceEndings(text)).toBe(expected);
});
