import { expect, test } from "vitest";
import { fitText } from "#app/engines/script/local-script-engine.ts";
import { readTexts } from "#app/engines/script/texts/read-texts.ts";
import type { SourceBlock } from "#app/engines/sources/source.ts";
import { unmeasuredPace } from "#app/engines/speech/voice-pace.ts";
import { splitEpisodes } from "./split-episodes.ts";

const paragraph = (text: string): SourceBlock => ({ kind: "paragraph", text });
const heading = (text: string, level = 1): SourceBlock => ({ kind: "heading", level, text });
const story = readTexts("held-out.txt")
  .filter(({ kind }) => kind === "article" || kind === "story" || kind === "news")
  .flatMap(({ text }) => text.split(/\n+/u))
  .filter((text) => text.trim() !== "");
const plain = (text: string) => text.replace(/\s/gu, "");

test("by minutes all of a text is used in its order, in parts that are as long as they say once they are spoken", async () => {
  const blocks = story.map(paragraph);
  const episodes = splitEpisodes(blocks, "3");
  expect(episodes.length).toBeGreaterThan(3);
  expect(plain(episodes.map(({ text }) => text).join(""))).toBe(plain(story.join("")));
  for (const { text, seconds } of episodes) {
    const fitted = await fitText({
      ...{ source: { inputText: text }, seconds: 1e9, speakingRate: 1, focus: "" },
      pacesOf: () => ({ A: unmeasuredPace, B: unmeasuredPace }),
      signal: AbortSignal.timeout(60_000),
    });
    if (fitted) expect(Math.abs(fitted.whole / seconds - 1)).toBeLessThan(0.15);
    expect(Math.abs(seconds / 180 - 1)).toBeLessThan(0.25);
  }
});

test("chapters begin at the highest headings of which there are several; what has little to say goes with the next", () => {
  const text = paragraph("夜の図書館には、静かな足音がいくつも響いていました。".repeat(6));
  const blocks = [
    heading("夜の本"),
    heading("第一章", 2),
    text,
    heading("小さな見出し", 3),
    text,
    heading("第二部", 2),
    heading("第二章", 2),
    text,
    heading("＊＊＊", 2),
    paragraph("＊"),
  ];
  const episodes = splitEpisodes(blocks, "chapters");
  expect(episodes.map((episode) => episode.heading)).toEqual(["第一章", "第二部"]);
  expect(episodes[0]?.text).not.toContain("夜の本");
  expect(episodes[0]?.text).toContain("■ 小さな見出し");
  expect(episodes[1]?.text).toMatch(/■ 第二章[\s\S]+＊$/u);
  expect(splitEpisodes(blocks, "3")[0]?.heading).toBe("第一章");
  // One of several, not the title of all.
  const [first] = splitEpisodes([...blocks, heading("別の本"), text], "chapters");
  expect(first?.heading).toBe("夜の本");
  expect(splitEpisodes([text, text], "chapters")).toEqual([]);
});

test("a chapter that is too long for one script is told in parts, a text without an end of a sentence too", () => {
  const long = paragraph("夜は長く、".repeat(2000));
  const episodes = splitEpisodes(
    [heading("一"), long, heading("二"), paragraph("短い章です。".repeat(20))],
    "chapters",
  );
  const parts = episodes.filter((episode) => episode.heading.startsWith("一（"));
  expect(parts.length).toBeGreaterThan(1);
  for (const { text } of episodes) expect(text.length).toBeLessThanOrEqual(4500);
  expect(parts.map(({ text }) => text).join("")).toBe(long.text);
});
