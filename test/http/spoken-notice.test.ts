// @module-tag release: speaks in every voice; its parts have unit tests
import { createHash, randomUUID } from "node:crypto";
import { parseBuffer } from "music-metadata";
import { afterAll, beforeAll, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { aiNote } from "#app/engines/audio/ai-provenance.ts";
import { produceAudio } from "#app/engines/audio/produce-audio.ts";
import { spokenBy } from "#app/engines/made-with.ts";
import type { Turn } from "#app/engines/script/script.ts";
import { createHtsEngine } from "#app/engines/speech/hts/hts-engine.ts";
import { feedTagBytes } from "#app/features/feeds/feed.ts";
import { audioKey, audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { makeNotices } from "#app/features/tracks/notice/make-notices.server.ts";
import { insertTrack } from "#app/features/tracks/server/insert-track.server.ts";
import { setPremiumOnly } from "#app/features/tracks/server/set-premium-only.server.ts";
import { chaptersReply } from "#app/features/tracks/tracks.schema.ts";
import { id3Length } from "#app/lib/id3-tag.ts";
import { noticeFileBytes, noticeMs } from "#app/lib/notice-length.ts";
import { soundSha256 } from "#app/lib/sound-hash.ts";
import { closeDatabase, write } from "#db/client.ts";
import type { StoredPreview } from "#db/schema/index.ts";
import { updateTrack } from "#test/tracks.ts";
import { decodeMp3 } from "../audio/decode-mp3.ts";
import { Client } from "../client.ts";
import { addMember, openTestDatabase } from "../database.ts";
import { type RunningServer, startServer } from "../servers/server.ts";
import { validFeed } from "../valid-feed.ts";

/** With a track and a notice that the local engine speaks. */

const turns: Turn[] = [
  { speaker: "A", text: "今日は川沿いの桜並木についてお話しします。", section: "桜" },
  { speaker: "B", text: "楽しみですね。" },
  { speaker: "A", text: "春には多くの人が歩きます。", section: "人" },
];

let server: RunningServer;
let userId: string;
let trackId: number;
let durationMs: number;
const stored = new Map<number, Uint8Array>();

beforeAll(async () => {
  const settings = environment();
  const before = settings.AI_NOTE;
  settings.AI_NOTE = "feeds";
  await openTestDatabase();
  const author = await addMember({ name: "夜野 かなで" });
  userId = author.id;
  const signal = AbortSignal.timeout(300_000);
  const engine = await createHtsEngine();
  // Its own voice is what the track needs.
  const voices = engine.voices.filter(({ id }) => id === engine.defaultVoices.A);
  await makeNotices({ signal, engine: { ...engine, voices } });
  const audio = await produceAudio({ turns, speakingRate: 1, engine, signal });
  ({ durationMs } = audio);
  const taskId = randomUUID();
  const files: StoredPreview["files"] = [];
  for (const { kbps, sampleRate, bytes } of audio.renditions) {
    stored.set(kbps, bytes);
    const storageKey = audioKey(taskId, kbps);
    await audioStorage().put(storageKey, bytes);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const soundHash = soundSha256(bytes) ?? "";
    files.push({ kbps, sampleRate, storageKey, bytes: bytes.byteLength, sha256, soundSha256: soundHash });
  }
  trackId = await write((tx) =>
    insertTrack(tx, {
      ...{ author, taskId, title: "桜の音", filename: `${taskId}.mp3`, labels: [] },
      script: turns.map(({ speaker, text }) => `${speaker}: ${text}`).join("\n"),
      audio: { durationMs, cues: audio.cues, files },
      making: { speech: spokenBy(engine, { voices: null, speakers: ["A", "B"] }) },
    }),
  );
  await closeDatabase();
  settings.AI_NOTE = before;
  server = await startServer({ workers: 0, env: { AI_NOTE: "feeds" } });
}, 300_000);
afterAll(() => server.kill());

const visitor = () => new Client(server.origin);
const feedItem = async () => {
  const [item] = validFeed(await (await visitor().get(`/users/${userId}/feed.xml`)).text()).item;
  if (!item) throw new Error("the feed is empty");
  return item;
};
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

test("a feed's files begin with the notice in both qualities, as long as the feed says, and their sound follows unchanged", async () => {
  const item = await feedItem();
  const seconds = Math.round((durationMs + noticeMs) / 1000);
  expect(item["itunes:duration"]).toBe(String(seconds));
  const alternatives = item["podcast:alternateEnclosure"];
  expect(alternatives).toHaveLength(2);
  for (const { "podcast:source": source, "@bitrate": bitrate, "@length": length } of alternatives) {
    const kbps = Number(bitrate) / 1000;
    const own = stored.get(kbps) ?? new Uint8Array();
    const answer = await fetch(source["@uri"]);
    const file = await bytesOf(answer);
    expect([answer.status, file.length]).toEqual([200, Number(length)]);
    expect(file.length).toBe(feedTagBytes + noticeFileBytes(kbps) + own.length);
    const border = id3Length(file) + noticeFileBytes(kbps);
    expect(file.subarray(border).equals(own.subarray(id3Length(own)))).toBe(true);
    const [joined, alone] = [await decodeMp3(file), await decodeMp3(own)];
    const shift = (noticeMs * joined.sampleRate) / 1000;
    expect(joined.samples.length).toBe(shift + alone.samples.length);
    const largest = alone.samples.reduce(
      (most, value, n) => Math.max(most, Math.abs(value - (joined.samples[shift + n] ?? 0))),
      0,
    );
    expect(largest).toBeLessThan(1e-6);
    const { native } = await parseBuffer(file);
    expect(native["ID3v2.3"]).toContainEqual({ id: "TLEN", value: String(durationMs + noticeMs) });

    const etag = answer.headers.get("ETag") ?? "";
    for (const [start, end] of [
      [0, 1],
      [border - 2, border + 2],
      [border, file.length - 1],
      [id3Length(file) - 5, border + 100_000 > file.length ? file.length - 1 : border + 100_000],
    ] as const) {
      const part = await fetch(source["@uri"], {
        headers: { Range: `bytes=${start}-${end}`, "If-Range": etag },
      });
      expect([part.status, part.headers.get("Content-Range")]).toEqual([
        206,
        `bytes ${start}-${end}/${file.length}`,
      ]);
      expect((await bytesOf(part)).equals(file.subarray(start, end + 1))).toBe(true);
    }
    const head = await fetch(source["@uri"], { method: "HEAD" });
    expect([head.headers.get("Content-Length"), head.headers.get("ETag")]).toEqual([length, etag]);
    expect((await fetch(source["@uri"], { headers: { "If-None-Match": etag } })).status).toBe(304);
  }
});

test("the transcript and the chapters of a feed have the times of its files; the player's stay as they are", async () => {
  const item = await feedItem();
  const transcript = item["podcast:transcript"]["@url"];
  const [shifted, own] = await Promise.all(
    [transcript, transcript.replace("?times=feed", "")].map(async (url) => (await fetch(url)).text()),
  );
  expect(transcript).toContain("?times=feed");
  const [heard, played] = [startsOf(shifted), startsOf(own)];
  expect(shifted).toContain(aiNote);
  expect(own).not.toContain(aiNote);
  expect(heard.slice(1)).toEqual(played.map((ms) => ms + noticeMs));
  expect(heard[0]).toBeLessThan(noticeMs);
  const chapters = item["podcast:chapters"]?.["@url"] ?? "";
  const timesOf = async (url: string) =>
    chaptersReply.parse(await (await fetch(url)).json()).chapters.map(({ startTime }) => startTime);
  const [before, after] = [await timesOf(chapters.replace("?times=feed", "")), await timesOf(chapters)];
  expect(after).toEqual([0, (before[1] ?? 0) + noticeMs / 1000]);
  expect((await visitor().get(`/api/tracks/${trackId}/transcript.vtt?times=x`)).status).toBe(400);
});

test("a file that was downloaded or taken from a feed is found to be from here, unchanged; the player's sound has no notice", async () => {
  const played = await bytesOf(await visitor().get(`/api/stream/${trackId}`));
  expect(played.equals(stored.get(64) ?? new Uint8Array())).toBe(true);
  for (const path of [`/audio/${trackId}.mp3`, `/audio/${trackId}.mp3?quality=high`]) {
    const file = await bytesOf(await visitor().get(path));
    const half = file.subarray(0, file.length - 5000);
    for (const [content, answer] of [
      [file, "変わっていません"],
      [half, "わかりません"],
    ] as const) {
      const form = new FormData();
      form.append("file", new File([new Uint8Array(content)], "a.mp3", { type: "audio/mpeg" }));
      const page = await visitor().fetch("/verify", {
        ...{ method: "POST", body: form, headers: { Accept: "text/html" } },
      });
      expect(await page.text(), path).toContain(answer);
    }
  }
  expect(await (await visitor().get("/ai")).text()).toContain(
    "フィードのファイルと、保存するファイルのはじめに",
  );
});

test("of a premium-only track feeds have the notice and the excerpt, whose file is known too; a hidden one has none", async () => {
  await openTestDatabase();
  await setPremiumOnly({ trackId, isPremiumOnly: true, actor: { kind: "admin", name: "ueno" } });
  const item = await feedItem();
  const file = await bytesOf(await fetch(item.enclosure["@url"]));
  expect(file.length).toBe(Number(item.enclosure["@length"]));
  expect(file.length).toBeGreaterThan(feedTagBytes + noticeFileBytes(128));
  const form = new FormData();
  form.append("file", new File([new Uint8Array(file)], "a.mp3", { type: "audio/mpeg" }));
  const page = await visitor().fetch("/verify", {
    ...{ method: "POST", body: form, headers: { Accept: "text/html" } },
  });
  expect(await page.text()).toContain("変わっていません");
  await updateTrack(trackId, { isVisible: false });
  await closeDatabase();
  expect((await fetch(item.enclosure["@url"])).status).toBe(404);
});

/** When each cue begins, in ms. */
const startsOf = (vtt = "") =>
  [...vtt.matchAll(/^(\d\d):(\d\d):(\d\d)\.(\d{3}) -->/gm)].map(
    ([, h, m, s, ms]) => ((Number(h) * 60 + Number(m)) * 60 + Number(s)) * 1000 + Number(ms),
  );
