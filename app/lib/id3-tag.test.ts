import { parseBuffer } from "music-metadata";
import { expect, test } from "vitest";
import { createMp3Encoder } from "wasm-media-encoders";
import { decodeMp3 } from "#test/audio/decode-mp3.ts";
import {
  addressFrame,
  chapterFrames,
  id3Length,
  id3Tag,
  longTextFrame,
  namedTextFrame,
  pictureFrame,
  textFrame,
  timedTextFrame,
} from "./id3-tag.ts";
import { mp3Frames } from "./mp3-frames.ts";

async function encode(seconds: number): Promise<Buffer> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: 24_000, channels: 1, bitrate: 64 });
  const tone = Float32Array.from({ length: 24_000 * seconds }, (_, n) => Math.sin(n / 9) / 4);
  return Buffer.concat([encoder.encode([tone]).slice(), encoder.finalize().slice()]);
}

const picture = Buffer.from("iVBORw0KGgo=", "base64");
const frames = [
  textFrame("TIT2", "夜のラジオ 𠮷🎧"),
  textFrame("TPE1", "夜野\0 かなで\ud800"),
  textFrame("TLAN", "jpn"),
  textFrame("TYER", "2026"),
  namedTextFrame("AI-GENERATED", "AI-generated speech"),
  addressFrame("https://mugen.example/kanade/track/7"),
  longTextFrame("COMM", "この音声はAIで作られました。"),
  ...chapterFrames([
    { startMs: 0, endMs: 1500, title: "はじめに" },
    { startMs: 1500, endMs: 3000, title: "本題" },
  ]),
  pictureFrame(picture),
  longTextFrame("USLT", "A: こんばんは。\nB: こんばんは。"),
  timedTextFrame([
    { startMs: 40, text: "こんばんは。" },
    { startMs: 1500, text: "では、本題です。" },
  ]),
];

test("another program reads every frame, and the sound behind the tag as it was", async () => {
  const sound = await encode(3);
  const file = Buffer.concat([id3Tag(frames, 4096), sound]);
  const { common, native, format } = await parseBuffer(file, undefined, {
    duration: true,
    includeChapters: true,
  });
  expect(format.tagTypes).toEqual(["ID3v2.3"]);
  expect(common).toMatchObject({
    title: "夜のラジオ 𠮷🎧",
    artist: "夜野 かなで\ufffd",
    language: "jpn",
    year: 2026,
    comment: [{ language: "jpn", text: "この音声はAIで作られました。" }],
    picture: [{ format: "image/png", type: "Cover (front)" }],
  });
  expect(Buffer.from(common.picture?.[0]?.data ?? [])).toEqual(picture);
  expect(common.lyrics).toMatchObject([
    { language: "jpn", text: "A: こんばんは。\nB: こんばんは。" },
    {
      contentType: 2,
      timeStampFormat: 2,
      syncText: [
        { timestamp: 40, text: "こんばんは。" },
        { timestamp: 1500, text: "では、本題です。" },
      ],
    },
  ]);
  const read = Map.groupBy(native["ID3v2.3"] ?? [], ({ id }) => id);
  expect(read.get("TXXX:AI-GENERATED")?.map(({ value }) => value)).toEqual(["AI-generated speech"]);
  expect(read.get("WOAF")?.map(({ value }) => value)).toEqual(["https://mugen.example/kanade/track/7"]);
  expect(read.get("CTOC")).toHaveLength(1);
  expect(format.chapters).toMatchObject([
    { title: "はじめに", start: 0 },
    { title: "本題", start: 1.5 },
  ]);

  const bare = await parseBuffer(sound, undefined, { duration: true });
  expect(format.duration).toBe(bare.format.duration);
  expect((await decodeMp3(file)).samples).toEqual((await decodeMp3(sound)).samples);
  expect([...mp3Frames(file)].at(-1)).toEqual({
    end: file.length,
    seconds: [...mp3Frames(sound)].at(-1)?.seconds,
  });
});

test("a tag of a given size is exactly that long; of what does not fit, the first frames count most", async () => {
  expect(id3Length(Buffer.concat([id3Tag(frames), Buffer.of(0xff, 0xfb)]))).toBe(id3Tag(frames).length);
  const long = longTextFrame("USLT", "長".repeat(2000));
  const tag = id3Tag([textFrame("TIT2", "題"), long, longTextFrame("COMM", "短い")], 1024);
  expect([tag.length, id3Length(tag)]).toEqual([1024, 1024]);
  const { common } = await parseBuffer(Buffer.concat([tag, await encode(1)]));
  expect(common).toMatchObject({ title: "題", comment: [{ text: "短い" }] });
  expect(common.lyrics).toBeUndefined();
  expect(id3Length(Buffer.of(0xff, 0xfb, 0x90))).toBe(0);
});
