import { expect, test } from "vitest";
import { plainCaptions } from "./extract-topics.ts";

test("WebVTT becomes its words", () => {
  const captions = `WEBVTT - 夜のラジオ

NOTE 編集の覚え書き
まだ続く

STYLE
::cue { color: red }

1
00:00:01.000 --> 00:00:03.000 align:start
<v 太郎>今日は月の話を
します。

2
00:00:03.000 --> 00:00:05.000
月は
地球を<00:00:04.000><c>回っています</c>

00:05.000 --> 00:06.000
とても静かに。
`;
  expect(plainCaptions(captions)).toBe("今日は月の話をします。月は地球を回っています とても静かに。");
});

test("SubRip, and captions that roll up", () => {
  const captions =
    "1\r\n00:00:01,000 --> 00:00:02,000\r\nhello there\r\n\r\n2\r\n00:00:02,000 --> 00:00:03,000\r\nhello there\r\nmy friend.\r\n";
  expect(plainCaptions(captions)).toBe("hello there my friend.");
});

test("any other text stays as it is", () => {
  const text = "12:30 に集合。\n\n00:00 はじめに";
  expect(plainCaptions(text)).toBe(text);
});
