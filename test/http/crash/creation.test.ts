// long: starts a server after every crash
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { speakableText } from "#app/engines/pronunciations/speakable-text.ts";
import { id3Length } from "#app/lib/id3-tag.ts";
import { mp3Duration } from "#app/lib/mp3-frames.ts";
import {
  makePreview,
  previewOf,
  publicationOf,
  sampleText,
  startPreview,
  taskEnd,
  usedGenerations,
} from "../../api/journeys.ts";
import { Client } from "../../client.ts";
import { startOpenai } from "../../servers/language-models/openai-server.ts";
import { type RunningServer, startServer } from "../../servers/server.ts";
import { startOpenaiSpeech } from "../../servers/speech/speech-server.ts";

/**
 * Where the servers are killed after the first test, in this order. One that starts after a crash is the next to crash:
 * at a point which what the crash before it has left behind does not come to.
 */
const points = [
  "speech-running",
  "published",
  "files-stored",
  "track-deleted",
  "corrected",
  "files-stored",
] as const;
type Point = (typeof points)[number];
const crashes = points.values();

let server: RunningServer | undefined;
afterAll(() => server?.kill());

function dataDir(): string {
  if (!process.env.DATA_DIR) throw new Error("DATA_DIR is set by test/setup.ts");
  return process.env.DATA_DIR;
}

/** Every file of the audio storage, temporary ones included, but neither the mark of the installation nor spoken sentences. */
function audioFiles(): string[] {
  const folder = path.join(dataDir(), "files");
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== ".installation")
    .map((entry) => path.relative(dataDir(), path.join(entry.parentPath, entry.name)))
    .filter((name) => !name.startsWith(path.join("files", "speech")));
}

/** Starts the server; the process that reaches the crash point `crashAt` is killed there. */
async function start(crashAt?: Point, env: Record<string, string> = {}): Promise<RunningServer> {
  server = await startServer({
    dataDir: dataDir(),
    workers: 1,
    env: { ...env, ...(crashAt ? { CRASH_AT: crashAt } : {}) },
  });
  return server;
}

/** The present server, after its crash: started anew, to crash at the next point. */
async function restart(): Promise<RunningServer> {
  // On Postgres a worker crashes, otherwise the server itself.
  await running().ended;
  await running().kill();
  return start(crashes.next().value);
}

function running(): RunningServer {
  if (!server) throw new Error("no server has started");
  return server;
}

let model: Awaited<ReturnType<typeof startOpenai>>;
let speech: Awaited<ReturnType<typeof startOpenaiSpeech>>;
beforeAll(async () => {
  speech = await startOpenaiSpeech();
  model = await startOpenai({ apiKey: speech.apiKey });
});
afterAll(() => Promise.all([model.close(), speech.close()]));

/** Starts the server with slow services for scripts and speech. */
const startWithServices = () =>
  start(undefined, {
    SCRIPT_ENGINE: "openai",
    OPENAI_BASE_URL: `${model.origin}/v1`,
    OPENAI_API_KEY: model.apiKey,
    OPENAI_MODEL: "slow",
    SPEECH_ENGINE: "openai",
    OPENAI_SPEECH_URL: speech.url,
    OPENAI_SPEECH_MODEL: "slow",
    ENGINE_CONCURRENCY: "1",
  });

test("killed while a slow service writes the script: it is there after the restart, and no generation is used", {
  tags: "release",
}, async () => {
  model.troubles.push("hold");
  const held = model.held();
  const crashing = await startWithServices();
  const client = await Client.signedIn(crashing.origin, "script@example.com");
  const lost = client.send("POST", "/api/generate-script", { inputText: sampleText }).catch(() => null);
  await held;
  await crashing.kill();
  await lost;

  const restarted = await startWithServices();
  const again = await Client.signedIn(restarted.origin, "script@example.com");
  await expect
    .poll(async () => (await again.get("/create-post")).text(), { timeout: 60_000, interval: 500 })
    .toContain('value="generate-audio"');
  expect(await (await again.get("/create-post")).text()).toContain("遠くの電車の音");
  expect(await usedGenerations(again)).toBe(0);
  expect(model.asked).toHaveLength(2);
  // Both requests count, the lost one too, and the key stands nowhere.
  const exported = await (await again.get("/api/auth/export")).text();
  expect(
    z.looseObject({ engineUsage: z.array(z.unknown()) }).parse(JSON.parse(exported)).engineUsage,
  ).toHaveLength(2);
  expect(exported + crashing.output() + restarted.output()).not.toContain(model.apiKey);
});

test("killed while a slow service speaks: after the restart it is asked only for what is missing", {
  tags: "release",
}, async () => {
  const crashing = running();
  const client = await Client.signedIn(crashing.origin, "speech@example.com");
  const sentences = ["一つ目です。", "二つ目です。", "三つ目です。", "四つ目です。"];
  const script = sentences.map((text, at) => `${"AB"[at % 2]}: ${text}`).join("\n");
  speech.troubles.push("none", "none", "hold");
  const held = speech.held();
  const taskId = await startPreview(client, { script, title: "", labels: [] });
  await held;
  // What came before the held request is stored soon after it.
  const kept = () =>
    readdirSync(path.join(dataDir(), "files", "speech"), { recursive: true, withFileTypes: true });
  await expect
    .poll(() => kept().filter((entry) => entry.isFile() && !entry.name.startsWith(".")))
    .toHaveLength(2);
  await crashing.kill();
  expect(speech.spoken).toHaveLength(2);

  const restarted = await startWithServices();
  const again = await Client.signedIn(restarted.origin, "speech@example.com");
  expect(await taskEnd(again, taskId)).toMatchObject({ status: "completed", error: null });
  // Each once, the held one not counted.
  expect(speech.spoken.map(({ text }) => text)).toEqual(sentences.map((text) => speakableText(text)));
  expect(await usedGenerations(again)).toBe(1);
});

/** Killed while speaking: the task completes after the restart, uses one generation and leaves no file behind. */
async function expectPreviewAfter(point: Point): Promise<void> {
  const email = `${point}@example.com`;
  const client = await Client.signedIn(running().origin, email);
  const filesBefore = audioFiles().length;
  const taskId = await startPreview(client);
  const { origin } = await restart();
  const again = await Client.signedIn(origin, email);
  const ended = await taskEnd(again, taskId);
  expect(ended.error).toBeNull();
  expect(ended.status).toBe("completed");
  const { previewUrl } = previewOf(ended);
  expect((await again.get(previewUrl)).status).toBe(200);
  expect(await usedGenerations(again)).toBe(1);
  expect(audioFiles()).toHaveLength(filesBefore + 2);
  expect(audioFiles().filter((file) => !file.endsWith(".mp3"))).toEqual([]);
}

test("killed while it speaks: one preview, one use and its files after the restart", async () => {
  // The one before, if any, has slow services.
  await server?.stop();
  await start(crashes.next().value);
  await expectPreviewAfter("speech-running");
});

/** The track that the next test publishes and others correct, with its files. */
let published = { email: "", trackId: 0, files: [""] };

test("killed right after publishing: publishing again gives the same track, which plays", async () => {
  const email = "publish@example.com";
  const client = await Client.signedIn(running().origin, email);
  const made = await makePreview(client);
  await client.send("POST", "/api/publish-track", publicationOf(made)).catch(() => null);
  const { origin } = await restart();
  const again = await Client.signedIn(origin, email);
  const trackId = async () => {
    const response = await again.send("POST", "/api/publish-track", publicationOf(made));
    return z.object({ trackId: z.number() }).parse(await response.json()).trackId;
  };
  const [first, second] = [await trackId(), await trackId()];
  expect(second).toBe(first);
  const audio = await again.get(`/api/stream/${first}`);
  expect(audio.status).toBe(200);
  expect((await audio.arrayBuffer()).byteLength).toBe(Number(audio.headers.get("Content-Length")));
  expect(await usedGenerations(again)).toBe(1);
  published = { email, trackId: first, files: audioFiles().filter((name) => name.includes(made.taskId)) };
});

/** A track as its listeners get it: how it is described, its times, and the file that is played. */
async function heard(client: Client, trackId: number) {
  const described = async () =>
    z
      .object({
        script: z.string(),
        duration: z.number(),
        corrections: z.array(z.object({ before: z.string(), after: z.string() })),
      })
      .parse(await (await client.get(`/api/tracks/${trackId}`)).json());
  const track = await described();
  const transcript = await (await client.get(`/api/tracks/${trackId}/transcript.vtt`)).text();
  const file = Buffer.from(await (await client.get(`/api/stream/${trackId}`)).arrayBuffer());
  // It changed in between.
  if ((await described()).script !== track.script) return heard(client, trackId);
  return { ...track, transcript, file };
}

/** Sound, script and times are of one making, in which `line` is said. */
function expectWhole(
  { script, duration, transcript, file }: Awaited<ReturnType<typeof heard>>,
  line: string,
) {
  expect(script).toContain(line);
  expect(transcript).toContain(line);
  expect(mp3Duration(file.subarray(id3Length(file))) / 1000).toBeCloseTo(duration, 1);
}

/** Killed while it corrects: listeners have the old track, or the new one, which comes once and leaves no file behind. */
async function expectCorrection({ before, after }: { before: string; after: string }): Promise<void> {
  const { email, trackId } = published;
  const client = await Client.signedIn(running().origin, email);
  const filesBefore = audioFiles();
  const old = await heard(client, trackId);
  expectWhole(old, before);
  const sent = await client.form(`/track/${trackId}/correct`, {
    intent: "correct",
    line: "1",
    before,
    text: after,
  });
  expect(sent.status).toBe(303);
  const { origin } = await restart();
  const again = await Client.signedIn(origin, email);
  let now = await heard(again, trackId);
  for (; now.corrections.length === old.corrections.length; now = await heard(again, trackId)) {
    expect(now).toEqual(old);
    await delay(100);
  }
  expectWhole(now, after);
  expect(now.script).not.toContain(before);
  expect(Math.abs(now.duration - old.duration)).toBeGreaterThan(0.5);
  expect(now.corrections).toEqual([{ before, after }, ...old.corrections]);
  expect(await usedGenerations(again)).toBe(1);
  published = { ...published, files: audioFiles().filter((name) => !filesBefore.includes(name)) };
  expect(published.files).toHaveLength(2);
}

const corrections = [
  { before: "こんばんは。", after: "それでは、ごゆっくりお聴きください。" },
  { before: "それでは、ごゆっくりお聴きください。", after: "はい。" },
] as const;

test(
  "killed when the sound of a correction is stored: the old track, then the new one",
  { tags: "release" },
  () => expectCorrection(corrections[0]),
);

test("killed between deleting a track and its files: the files are gone after the restart", {
  tags: "release",
}, async () => {
  const client = await Client.signedIn(running().origin, "deleted@example.com");
  const made = await makePreview(client);
  const published = await client.send("POST", "/api/publish-track", publicationOf(made));
  const { trackId } = z.object({ trackId: z.number() }).parse(await published.json());
  const before = audioFiles();
  const lost = client.send("DELETE", `/api/tracks/${trackId}`).catch(() => null);
  await running().ended;
  await running().kill();
  await lost;
  // On Postgres a worker may have done already what was left to do.
  if (!process.env.DATABASE_URL) expect(audioFiles()).toEqual(before);
  // What a worker that was killed an hour ago has left behind, whether others work here or not.
  const leftover = path.join(dataDir(), "files", ".tmp-left");
  const hourAgo = Date.now() / 1000 - 3660;
  mkdirSync(path.dirname(leftover), { recursive: true });
  writeFileSync(leftover, "");
  utimesSync(leftover, hourAgo, hourAgo);
  const { origin } = await restart();
  await expect
    .poll(() => audioFiles().filter((name) => name.includes(made.taskId)), { timeout: 30_000 })
    .toEqual([]);
  await expect.poll(() => existsSync(leftover), { timeout: 30_000 }).toBe(false);
  expect((await new Client(origin).get(`/api/stream/${trackId}`)).status).toBe(404);
});

test("killed right after a correction: the new track, once, and the old files go", {
  tags: "release",
}, async () => {
  const { files } = published;
  await expectCorrection(corrections[1]);
  await expect.poll(() => audioFiles().filter((name) => files.includes(name))).toEqual([]);
});

test(
  "killed when the files are stored: one preview, one use and its files after the restart",
  { tags: "release" },
  () => expectPreviewAfter("files-stored"),
);

test.skipIf(process.env.DATABASE_URL)(
  "started with the database of another installation beside the files: every one is still there, and the log says so",
  { tags: "release" },
  async () => {
    await running().stop();
    const before = audioFiles();
    expect(before).not.toEqual([]);
    for (const name of readdirSync(dataDir()).filter((file) => file.startsWith("mugen.sqlite")))
      rmSync(path.join(dataDir(), name));
    const other = path.join(dataDir(), "other");
    await (await startServer({ dataDir: other, workers: 0 })).stop();
    copyFileSync(path.join(other, "mugen.sqlite"), path.join(dataDir(), "mugen.sqlite"));
    const { origin, output } = await start();
    // What a start does to files, it has done by then.
    await makePreview(await Client.signedIn(origin, "new@example.com"));
    expect(audioFiles()).toEqual(expect.arrayContaining(before));
    expect(output()).toContain("the files belong to another database");
  },
);
