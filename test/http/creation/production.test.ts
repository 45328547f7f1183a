// on both databases: on Postgres the queue is in the database, and workers speak in processes of their own
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { rateLimitMessage } from "#app/features/domain-error.ts";
import {
  makePreview,
  publicationOf,
  sampleText,
  startPreview,
  taskEnd,
  usedGenerations,
  writeScript,
} from "../../api/journeys.ts";
import { decodeMp3 } from "../../audio/decode-mp3.ts";
import { Client } from "../../client.ts";
import { addMember, withDatabase } from "../../database.ts";
import { type RunningServer, startServer } from "../../servers/server.ts";

withDatabase();

let server: RunningServer;
beforeAll(async () => {
  // One worker, which speaks one preview after another: what comes second waits.
  server = await startServer({ workers: 1 });
});
afterAll(() => server.kill());

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
  const made = await makePreview(maker, await writeScript(maker));
  expect(made.previewFilename).toMatch(/^v2_preview_\d+_.+\.mp3$/);
  const { currentCount, ...status } = z
    .looseObject({ currentCount: z.number() })
    .parse(await json(maker.get("/api/posting-status")));
  expect(status).toEqual({ dailyLimit: 3, remaining: 3 - currentCount, isPremium: false });
  expect(await usedGenerations(maker)).toBe(1);

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

  // The file in high quality is for premium members only.
  const highQuality = `/api/stream/${trackId}?quality=high`;
  for (const listener of [visitor, maker])
    expect(new Uint8Array(await (await listener.get(highQuality)).arrayBuffer())).toEqual(standard);
  const premium = await addMember({ isPremium: true });
  const token = await startSession({ userId: premium.id, deviceInfo: "" });
  const answer = await Client.withSession(server.origin, token).get(highQuality);
  expect(answer.headers.get("Cache-Control")).toBe("private, no-cache");
  const high = new Uint8Array(await answer.arrayBuffer());
  expect(high.length / standard.length).toBeCloseTo(2, 1);
  expect(secondsOf(await decodeMp3(high)) / made.duration).toBeCloseTo(1, 1);
  expect((await decodeMp3(high)).sampleRate).toBe(48_000);
  expect(await (await visitor.get(`/track/${trackId}`)).text()).toContain("高音質");

  const transcript = await (await visitor.get(`/api/tracks/${trackId}/transcript.vtt`)).text();
  expect(transcript).toMatch(/^WEBVTT\n\n1\n00:00:00\.\d{3} --> 00:00:\d\d\.\d{3}\n<v A>/);
  expect(transcript).toContain("<v B>");

  const confirmed = await maker.send("POST", "/api/audio-tasks/update-track-id", {
    sessionId: `v2_${made.taskId}`,
    trackId,
  });
  expect(confirmed.status).toBe(200);
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
  expect(await usedGenerations(maker)).toBe(2);
  const cancel = async (taskId: string) =>
    (await maker.send("POST", `/api/audio-tasks/${taskId}/cancel`)).status;
  for (const taskId of [waiting, waiting, spoken, spoken]) {
    expect(await cancel(taskId)).toBe(200);
    expect(await statusOf(taskId)).toBe("cancelled");
    expect(await usedGenerations(maker)).toBe(1);
  }
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
