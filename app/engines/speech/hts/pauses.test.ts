import { expect, test } from "vitest";
import { openVoices } from "#test/audio/hts.ts";

const { load, prosody } = await openVoices();
const voice = await load("mei");

test.each([
  ["a list", "犬、猫、鳥がいます。", [180, 180]],
  ["a word that leads over", "しかし、雨が降りました。", [190]],
  ["a part of a sentence", "私は、本を読みます。", [210]],
  ["a long part", "駅の前の小さな古い本屋で買った雑誌は、とても面白い。", [230]],
  ["a clause that goes on", "朝早く起きて、公園を歩きました。", [240]],
  ["a clause with a reason", "雨が降ったので、家にいました。", [260]],
  ["a sentence within a line", "「雨だ。帰ろう。」と言った。", [500, 180]],
  ["a question", "「雨ですか？帰ります。」", [500]],
  ["a question that is quoted", "「行きますか？」と聞いた。", [180]],
  ["what is left unsaid", "あの…明日は休みます。", [400]],
  ["a dash", "そして――消えた。", [400]],
  ["parentheses", "彼は（笑いながら）言った。", [180, 180]],
  ["spaces between kana", "むかし あるところに おじいさんが すんでいました。", []],
  ["spaces of such a text beside kanji", "おじいさんは 山へ しばかりに 行きました。", []],
  ["spaces between names", "東京 大阪 名古屋。", [180, 180]],
  ["marks in a row", "あの、…、明日は休みます。", [400]],
  ["a quotation without a mark", "「雨」と言った。", []],
])("%s has its pause", async (_, text, pauses) => {
  expect((await prosody(text, voice)).pauses).toEqual(pauses);
});

test("pauses become shorter with the rate", async () => {
  const text = "雨が降ったので、家にいました。";
  expect((await prosody(text, voice, { speakingRate: 2 })).pauses).toEqual([130]);
});
