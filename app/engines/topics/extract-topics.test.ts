import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startVideoSite, type VideoSite } from "#test/servers/video-site.ts";
import { extractTopics, noCaptionsMessage, tooLittleTextMessage } from "./extract-topics.ts";
import { UnusableVideo, VideoUnreachable } from "./read-video.ts";
import type { Video } from "./video.ts";

let site: VideoSite;
const signal = new AbortController().signal;

beforeAll(async () => {
  site = await startVideoSite();
});
afterAll(() => site.close());

const youtube: Video = {
  platform: "youtube",
  id: "jNQXAC9IVRw",
  url: "https://www.youtube.com/watch?v=jNQXAC9IVRw",
};
const vimeo: Video = { platform: "vimeo", id: "76979871", url: "https://vimeo.com/76979871" };

const moon = "月は地球のまわりを回っています。満ち欠けは、太陽の光が当たる向きで変わります。";
const sleep = "眠る前の散歩は体をゆるめます。夜風にあたると、呼吸が深くなっていきます。";
const description = `■月の満ち欠け
${moon.repeat(2)}

■眠りと散歩
${sleep.repeat(2)}

0:00 はじめに
1:23 おわりに
公式サイト: https://example.com/moon
#月 #散歩`;

const extract = (video: Video, text: string | null = null, stop = signal) =>
  extractTopics({ video, text, signal: stop, origin: site.origin });

test("a description is cut at its headings, and nothing is added", async () => {
  site.videos.set(vimeo.url, { title: "夜の話\n第一回", author: "夜の局", description });
  const { video, topics } = await extract(vimeo);
  expect(video).toEqual({ title: "夜の話 第一回", author: "夜の局" });
  expect(topics).toEqual([
    {
      title: "月の満ち欠け",
      perspective: expect.stringContaining("動画「夜の話 第一回」の説明文から（1／2）"),
      content: moon.repeat(2),
    },
    {
      title: "眠りと散歩",
      perspective: expect.stringMatching(/^健康・ウェルネスの視点。.*（2／2）$/),
      content: sleep.repeat(2),
    },
  ]);
});

test("captions that the admin has are cut at changes of subject", async () => {
  site.videos.set(youtube.url, { title: "夜の話", author: "夜の局" });
  const captions = `WEBVTT\n\n00:01.000 --> 00:02.000\n${moon.repeat(6)}\n\n00:02.000 --> 00:03.000\nさて、眠りの話です。\n${sleep.repeat(4)}\n`;
  const { topics } = await extract(youtube, captions);
  expect(topics.map(({ content }) => content)).toEqual([
    moon.repeat(6),
    `さて、眠りの話です。${sleep.repeat(4)}`,
  ]);
  expect(topics[0]?.perspective).toContain("動画「夜の話」の字幕から");
});

test("a long text without paragraphs has at most 20 topics, with every sentence in its place", async () => {
  site.videos.set(youtube.url, { title: "長い話", author: "" });
  const sentences = Array.from(
    { length: 600 },
    (_, at) => `これは${at}番目の文で、星の観察の話をしています。`,
  );
  const { topics } = await extract(youtube, sentences.join(""));
  expect(topics.length).toBeLessThanOrEqual(20);
  expect(topics.map(({ content }) => content).join("")).toBe(sentences.join(""));
  for (const { title, content } of topics) {
    expect(content.length).toBeLessThanOrEqual(1500);
    expect(title.length).toBeLessThanOrEqual(100);
  }
  expect(new Set(topics.map(({ title }) => title)).size).toBe(topics.length);
});

test("a video that says nothing gives no topic, but the reason", async () => {
  site.videos.set(youtube.url, { title: "夜の話", author: "夜の局" });
  await expect(extract(youtube)).rejects.toThrow(noCaptionsMessage);
  site.videos.set(vimeo.url, { title: "夜の話", author: "夜の局", description: "#月 https://example.com/" });
  await expect(extract(vimeo)).rejects.toThrow(noCaptionsMessage);
  await expect(extract(youtube, "短い。")).rejects.toThrow(tooLittleTextMessage);
});

test.each([
  [400, UnusableVideo],
  [401, UnusableVideo],
  [403, UnusableVideo],
  [404, UnusableVideo],
  [302, VideoUnreachable],
  [429, VideoUnreachable],
  [500, VideoUnreachable],
])("a site that answers %i", async (status, error) => {
  site.videos.set(youtube.url, status);
  await expect(extract(youtube)).rejects.toThrow(error);
});

test("each of three headings is a topic, however short what stands under it", async () => {
  site.videos.set(youtube.url, { title: "夜の話", author: "夜の局" });
  const text =
    "# 月\n月は地球のまわりを回っています。\n\n# 眠り\n夜風にあたると、だんだん眠くなります。\n\n# 散歩\nゆっくり歩くと体がゆるみ、夜がもっと好きになります。";
  const { topics } = await extract(youtube, text);
  expect(topics.map(({ title, content }) => [title, content])).toEqual([
    ["月", "月は地球のまわりを回っています。"],
    ["眠り", "夜風にあたると、だんだん眠くなります。"],
    ["散歩", "ゆっくり歩くと体がゆるみ、夜がもっと好きになります。"],
  ]);
  const titles = async (introduction: string) =>
    (await extract(youtube, `${introduction}\n\n${text}`)).topics.map(({ title }) => title);
  expect(await titles("今夜の話です。")).toEqual(["月", "眠り", "散歩"]);
  expect((await titles(moon.repeat(2))).slice(1)).toEqual(["月", "眠り", "散歩"]);
});

test("pasted captions make topics while the video's site is away", async () => {
  const away = await startVideoSite();
  await away.close();
  const onUnreachable = vi.fn<(error: VideoUnreachable) => void>();
  const text = moon.repeat(3);
  const { origin } = away;
  const { video, topics } = await extractTopics({ video: youtube, text, signal, origin, onUnreachable });
  expect(onUnreachable.mock.lastCall?.[0]).toMatchObject({
    host: new URL(origin).host,
    cause: expect.any(Error),
  });
  expect(video).toBeNull();
  expect(topics).toMatchObject([{ content: text }]);
  expect(topics[0]?.perspective).toMatch(/の視点。動画の文章から$/u);
  site.videos.set(youtube.url, 500);
  expect((await extract(youtube, moon.repeat(3))).topics).toHaveLength(1);
  site.videos.set(youtube.url, 404);
  await expect(extract(youtube, moon.repeat(3))).rejects.toThrow(UnusableVideo);
});

test("a site that is away, and a stop", async () => {
  const away = await startVideoSite();
  await away.close();
  const { origin } = away;
  await expect(extractTopics({ video: youtube, text: null, signal, origin })).rejects.toThrow(
    VideoUnreachable,
  );
  await expect(extract(youtube, null, AbortSignal.abort(new Error("left")))).rejects.toThrow("left");
});
