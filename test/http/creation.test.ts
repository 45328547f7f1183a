import { existsSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { rateLimitMessage } from "#app/features/domain-error.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { findOpenJtalk } from "#jobs/engines/speech/find-open-jtalk.ts";
import {
  makePreview,
  previewOf,
  publicationOf,
  sampleText,
  startPreview,
  taskEnd,
  usesToday,
  writeScript,
} from "../api/journeys.ts";
import { decodeMp3 } from "../audio/decode-mp3.ts";
import { Client } from "../client.ts";
import { addMember } from "../database.ts";
import { type RunningServer, startServer } from "../servers/server.ts";

let server: RunningServer;
beforeAll(async () => {
  const { DATABASE_URL, DATA_DIR = "" } = process.env;
  server = await startServer({ dataDir: DATA_DIR });
  await openDatabase({ url: DATABASE_URL || undefined, dataDir: DATA_DIR, migrate: false });
});
afterAll(async () => {
  await server.kill();
  await closeDatabase();
});

const member = (email: string) => Client.signedIn(server.origin, email);
const secondsOf = ({ samples, sampleRate }: Awaited<ReturnType<typeof decodeMp3>>) =>
  samples.length / sampleRate;
const json = async (response: Promise<Response>): Promise<unknown> => (await response).json();

test("from a text to a public track", async () => {
  const maker = await member("maker@example.com");
  const written = await json(
    maker.send("POST", "/api/generate-script", { inputText: sampleText, title: "" }),
  );
  expect(written).toMatchObject({
    script: expect.stringMatching(/^A: .+\nB: /s),
    title: expect.stringMatching(/.+/),
    inputText: sampleText,
    factCheck: { status: expect.any(String), confidence: expect.any(Number), summary: expect.any(String) },
    labels: expect.any(Array),
  });
  const made = await makePreview(maker);
  expect(made.previewFilename).toMatch(/^v2_preview_\d+_.+\.mp3$/);
  expect(await json(maker.get("/api/posting-status"))).toEqual({
    currentCount: 1,
    dailyLimit: 3,
    remaining: 2,
    isPremium: false,
  });

  const published = z
    .object({ success: z.literal(true), trackId: z.number() })
    .parse(await json(maker.send("POST", "/api/publish-track", publicationOf(made))));
  const { trackId } = published;
  const visitor = new Client(server.origin);
  const list = z
    .array(z.object({ id: z.number(), title: z.string() }))
    .parse(await json(visitor.get("/api/tracks")));
  expect(list[0]).toMatchObject({ id: trackId });
  expect(await json(visitor.get(`/api/tracks/${trackId}`))).toMatchObject({
    id: trackId,
    isVisible: true,
    playCount: 0,
    labels: made.labels,
    posterName: "夜野 かなで",
    duration: made.duration,
  });

  const audio = await visitor.get(`/api/stream/${trackId}`);
  expect(audio.headers.get("Content-Type")).toBe("audio/mpeg");
  const standard = new Uint8Array(await audio.arrayBuffer());
  expect(secondsOf(await decodeMp3(standard)) / made.duration).toBeCloseTo(1, 1);

  // The file in high quality is for premium members only, and made where the engine has more than the standard one.
  const isMore = (await findOpenJtalk({})) !== undefined;
  const highQuality = `/api/stream/${trackId}?quality=high`;
  for (const listener of [visitor, maker])
    expect(new Uint8Array(await (await listener.get(highQuality)).arrayBuffer())).toEqual(standard);
  const premium = await addMember({ isPremium: true });
  const token = await startSession({ userId: premium.id, deviceInfo: "" });
  const answer = await Client.withSession(server.origin, token).get(highQuality);
  expect(answer.headers.get("Cache-Control")).toBe("private, no-cache");
  const high = new Uint8Array(await answer.arrayBuffer());
  expect(high.length / standard.length).toBeCloseTo(isMore ? 2 : 1, 1);
  expect(secondsOf(await decodeMp3(high)) / made.duration).toBeCloseTo(1, 1);
  if (isMore) expect((await decodeMp3(high)).sampleRate).toBe(48_000);
  expect((await (await visitor.get(`/track/${trackId}`)).text()).includes("高音質")).toBe(isMore);

  const transcript = await (await visitor.get(`/api/tracks/${trackId}/transcript.vtt`)).text();
  expect(transcript).toMatch(/^WEBVTT\n\n1\n00:00:00\.\d{3} --> 00:00:\d\d\.\d{3}\n<v A>/);
  expect(transcript).toContain("<v B>");

  const confirmed = await maker.send("POST", "/api/audio-tasks/update-track-id", {
    sessionId: `v2_${made.taskId}`,
    trackId,
  });
  expect(confirmed.status).toBe(200);
});

test("a preview is played by its owner only, until it is discarded", async () => {
  const maker = await member("private@example.com");
  const { previewUrl, previewFilename } = await makePreview(maker);
  const other = await member("curious@example.com");
  for (const stranger of [other, new Client(server.origin)]) {
    expect((await stranger.get(previewUrl)).status).toBe(404);
  }
  expect((await other.send("DELETE", `/api/cleanup-preview/${previewFilename}`)).status).toBe(404);
  expect((await maker.get(previewUrl)).status).toBe(200);
  expect((await maker.send("DELETE", `/api/cleanup-preview/${previewFilename}`)).status).toBe(200);
  expect((await maker.get(previewUrl)).status).toBe(404);
  expect(await usesToday(maker)).toBe(1);
});

test("of fifty simultaneous starts for the last generation one succeeds; the others get Retry-After", async () => {
  const maker = await member("racer@example.com");
  const written = await writeScript(maker);
  for (const taskId of [await startPreview(maker, written), await startPreview(maker, written)])
    await taskEnd(maker, taskId);
  const body = { inputText: sampleText, speakingRate: 1, ...written };
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => maker.send("POST", "/api/v2/background-process", body)),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(refused).toHaveLength(49);
  expect(Number(refused[0]?.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(await refused[0]?.json()).toMatchObject({
    code: "limit_reached",
    error: expect.stringContaining("無料プランでは1日3回まで投稿できます"),
  });
  const tasks = z.array(z.object({ id: z.string() })).parse(await json(maker.get("/api/audio-tasks/user")));
  expect(tasks).toHaveLength(3);
  // Sixty an hour, whatever becomes of them.
  const more = Array.from({ length: 9 }, () => maker.send("POST", "/api/v2/background-process", body));
  const messages = (await Promise.all(more.map(json))).map(
    (answer) => z.object({ error: z.string() }).parse(answer).error,
  );
  expect(messages.filter((message) => message === rateLimitMessage)).toHaveLength(1);
  const blocked = await maker.send("POST", "/api/generate-script", { inputText: sampleText });
  expect(blocked.status).toBe(429);
});

test("a cancelled preview stops; its generation comes back only while nothing was spoken", async () => {
  const maker = await member("cancel@example.com");
  const written = await writeScript(maker, sampleText.repeat(8));
  const [spoken, waiting] = [await startPreview(maker, written), await startPreview(maker, written)];
  const statusOf = async (taskId: string) =>
    z.object({ status: z.string() }).parse(await json(maker.get(`/api/audio-tasks/${taskId}`))).status;
  await expect.poll(() => statusOf(spoken), { timeout: 30_000 }).toBe("processing");
  expect(await usesToday(maker)).toBe(2);
  const cancel = async (taskId: string) =>
    (await maker.send("POST", `/api/audio-tasks/${taskId}/cancel`)).status;
  for (const taskId of [waiting, waiting, spoken, spoken]) {
    expect(await cancel(taskId)).toBe(200);
    expect(await statusOf(taskId)).toBe("cancelled");
    expect(await usesToday(maker)).toBe(1);
  }
});

test("a task may be killed only after 300 seconds", async () => {
  const maker = await member("kill@example.com");
  const taskId = await startPreview(maker, await writeScript(maker));
  expect((await maker.send("POST", `/api/audio-tasks/${taskId}/kill`)).status).toBe(409);
  expect((await taskEnd(maker, taskId)).status).toBe("completed");
});

test("ten simultaneous publications make one track", async () => {
  const maker = await member("twice@example.com");
  const made = await makePreview(maker);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => json(maker.send("POST", "/api/publish-track", publicationOf(made)))),
  );
  const ids = new Set(answers.map((answer) => z.object({ trackId: z.number() }).parse(answer).trackId));
  expect(ids.size).toBe(1);
});

test("leaving the preview publishes nothing", async () => {
  const maker = await member("leaver@example.com");
  const { previewFilename } = await makePreview(maker);
  const answer = await maker.send("POST", "/api/publish-track", { previewFilename, autoUpdateOnly: true });
  expect(await answer.json()).toMatchObject({ success: true, trackId: null });
});

test("regenerating reflects the fact check, keeps title and labels, and stays on the page that asked", async () => {
  const maker = await member("facts@example.com");
  const inputText = "この山は日本で一番高い山です。標高は3776メートルあります。誰でも必ず登れます。";
  const scriptOf = z.object({
    title: z.string(),
    labels: z.array(z.string()).min(1),
    script: z.string(),
    factCheck: z.object({ status: z.string(), issues: z.array(z.string()) }),
  });
  const first = scriptOf.parse(
    await json(
      maker.send("POST", "/api/generate-script", { inputText, title: "高い山", isV2UserContent: true }),
    ),
  );
  expect(first.factCheck.status).toBe("issues_found");
  expect(await (await maker.get("/create-post-v2")).text()).toContain("高い山</h2>");
  const revised = scriptOf.parse(
    await json(
      maker.send("POST", "/api/regenerate-script", {
        inputText,
        originalScript: first.script,
        issues: first.factCheck.issues,
        isV2UserContent: true,
      }),
    ),
  );
  expect(revised).toMatchObject({ title: "高い山", labels: first.labels });
  expect(revised.script).not.toBe(first.script);
  expect(revised.factCheck.issues.length).toBeLessThan(first.factCheck.issues.length);
  expect(await (await maker.get("/create-post")).text()).not.toContain("高い山");
});

test("starting over asks first and offers the way back to the text, without a script too", async () => {
  const maker = await member("restart@example.com");
  await writeScript(maker);
  const page = async (path: string) => (await maker.get(path)).text();
  expect((await page("/create-post")).replace(/<[^>]*>/g, "")).toContain("今日の生成0/3残り3回");
  const question = await page("/create-post?step=start-over");
  expect(question).toContain("最初からやり直しますか？");
  expect(question).toContain('href="/create-post?step=input"');
  expect(await page("/create-post?step=input")).toContain(`${sampleText}</textarea>`);
  expect(await page("/create-post")).toContain("音声を生成");
  await maker.form("/create-post", { intent: "start-over" });
  expect(await page("/create-post?step=start-over")).not.toContain("最初からやり直しますか？");
  expect(await page("/create-post")).not.toContain(sampleText);
});

test.each([
  ["one character", "夜"],
  ["emoji only", "🌙✨🎧"],
  ["URL", "https://example.com/?q=$(touch%20/tmp/mugen-shell)&x=`id`"],
  ["shell", "-h; $(touch /tmp/mugen-shell) && `reboot` | cat"],
  ["control characters", "夜\u0000\u0007\u001b[31mの\u200bラジオ"],
  ["half-width kana", "ﾖﾙﾉﾗｼﾞｵﾊ ｼｽﾞｶﾃﾞｽ｡"],
  ["Arabic", "مرحبا بالعالم"],
  ["markup", "<script>alert(1)</script> & <b>太字</b>"],
])("any text becomes a preview: %s", async (name, text) => {
  const maker = await member(`text-${encodeURIComponent(name).replace(/%/g, "")}@example.com`);
  expect((await makePreview(maker, text)).duration).toBeGreaterThan(0);
});

test("no text has reached a shell", () => {
  expect(existsSync("/tmp/mugen-shell")).toBe(false);
});

test("two thousand characters are accepted, one more is not", async () => {
  const maker = await member("long@example.com");
  const inputText = "あいうえお。".repeat(400).slice(0, 2000);
  expect((await maker.send("POST", "/api/generate-script", { inputText })).status).toBe(200);
  const over = await maker.send("POST", "/api/generate-script", { inputText: `${inputText}え` });
  expect(over.status).toBe(400);
  expect(await over.json()).toMatchObject({
    code: "invalid",
    fields: { inputText: [expect.stringContaining("2,000文字以内")] },
  });
});

test("a refused form keeps what was typed, and focuses the first invalid field of the page", async () => {
  const maker = await member("form@example.com");
  const title = "夜".repeat(101);
  const refused = await maker.form("/create-post", {
    intent: "generate-script",
    title,
    inputText: " ",
    speakingRate: "1.3",
  });
  expect(refused.status).toBe(400);
  const page = await refused.text();
  expect(page).toContain("タイトルは100文字以内で入力してください");
  expect(page).toContain("テキストを入力してください");
  expect(page).toContain(`value="${title}"`);
  expect(page).toMatch(/<input[^>]*type="range"[^>]*value="1.3"/);
  const focused = page.match(/<(?:input|textarea)\b[^>]*autofocus=""[^>]*>/gi) ?? [];
  expect(focused).toEqual([expect.stringContaining('name="title"')]);
});

test("scripts are limited by the hour: the form says when to go on, and keeps the text", async () => {
  const maker = await member("hasty@example.com");
  const again = () => maker.form("/create-post", { intent: "regenerate-script", scriptTaskId: "unknown" });
  for (let n = 0; n < 60; n++) expect((await again()).status).toBe(303);
  const refused = await maker.form("/create-post", { intent: "generate-script", inputText: "大切な本文" });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(await refused.text()).toContain("大切な本文</textarea>");
});

test("a completed task has its session id and the preview", async () => {
  const maker = await member("shape@example.com");
  const taskId = await startPreview(maker, await writeScript(maker));
  const ended = await taskEnd(maker, taskId);
  expect(ended.userSessionId).toBe(`v2_${taskId}`);
  expect(previewOf(ended).previewUrl).toBe(`/api/stream/${previewOf(ended).previewFilename}`);
});
