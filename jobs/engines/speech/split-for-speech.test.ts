import { expect, test } from "vitest";
import { splitForSpeech } from "./split-for-speech.ts";

test("keeps everything and stays under the limit", () => {
  const text = "今日は良い天気ですね。明日は、雨が降るでしょう。".repeat(80);
  const pieces = splitForSpeech(text);
  expect(pieces.join("")).toBe(text);
  expect(pieces.length).toBeGreaterThan(1);
  for (const piece of pieces) expect(Buffer.byteLength(piece)).toBeLessThan(1000);
  for (const piece of pieces) expect(piece).toMatch(/。$/);
});

test("cuts at pauses, and anywhere when there is none", () => {
  expect(splitForSpeech("ああ、いい、うう", 6)).toEqual(["ああ、いい、", "うう"]);
  expect(splitForSpeech("ア".repeat(2000))).toHaveLength(7);
  expect(splitForSpeech("")).toEqual([]);
});
