import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { createLanguageModel } from "#app/engines/providers/language-model.ts";
import { createOpenaiTransport } from "#app/engines/providers/openai.ts";
import type { ProviderAccess } from "#app/engines/providers/provider-access.ts";
import { publishTrack } from "#app/features/creation/publish/publish-track.server.ts";
import { providerAccess } from "#app/features/providers/server/provider-access.server.ts";
import { admitRequest, recordSuccess } from "#app/features/providers/server/provider-circuit.server.ts";
import { db, write } from "#db/client.ts";
import { audioTasks, engineUsage, trackReports, tracks } from "#db/schema/index.ts";
import { addAudioTask } from "#test/audio-tasks.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { startOpenai } from "#test/servers/language-models/openai-server.ts";
import { withSettings } from "#test/settings.ts";
import * as harm from "./model-harm-judge.ts";

withDatabase();

const server = await startOpenai();
const { apiKey } = server;
const transport = createOpenaiTransport({ apiKey, baseUrl: `${server.origin}/v1`, model: "test" });
const circuit = "test-harm-check";
const openJudge = (access: ProviderAccess) =>
  harm.createModelHarmJudge({
    circuit,
    model: createLanguageModel(transport, { purpose: "harm-check", access, delaysMs: [1, 1] }),
    access,
  });
withSettings({ SCRIPT_ENGINE: "openai" });
const openHarmJudge = vi.spyOn(harm, "openHarmJudge");
afterAll(() => server.close());
beforeEach(async () => {
  openHarmJudge.mockImplementation((_engine, access) => openJudge(access));
  server.asked.length = 0;
  server.troubles.length = 0;
  await recordSuccess(transport.engine);
  await recordSuccess(circuit);
});

const finds = (...findings: { number: number; kind: string }[]) => {
  server.answer = () => JSON.stringify({ findings });
};

async function addPreview(script: string) {
  const viewer = await addMember();
  const id = randomUUID();
  const file = { kbps: 64, storageKey: `audio/${id}/64.mp3`, bytes: 3, sha256: "0".repeat(64) };
  await addAudioTask({
    id,
    userId: viewer.id,
    script,
    previewFilename: `${id}.mp3`,
    preview: { durationMs: 1000, files: [file], cues: [] },
  });
  return {
    viewer,
    id,
    publish: () => publishTrack({ viewer, previewFilename: `${id}.mp3`, title: "題", labels: [] }),
  };
}

const reportsOf = (trackId: number) =>
  db.select().from(trackReports).where(eq(trackReports.trackId, trackId));

test("what the rules let pass and the model finds is held, with the paragraph as the reason", async () => {
  const { viewer, publish } = await addPreview(
    "A: 静かな夜です。\nB: 三丁目のパン屋の粉は、どこから来たのか分かりません。",
  );
  finds({ number: 3, kind: "accusation" });
  const { trackId, isTakenDown } = await publish();
  expect(isTakenDown).toBe(true);
  const [track] = await db.select().from(tracks).where(eq(tracks.id, trackId));
  expect(track).toMatchObject({
    isVisible: false,
    takedownReason: expect.stringContaining("三丁目のパン屋の"),
  });
  expect(await reportsOf(trackId)).toMatchObject([{ userId: null, reason: "privacy" }]);
  const [asked] = server.asked;
  expect(asked?.prompt).toContain("三丁目のパン屋");
  expect(asked?.system).not.toContain("三丁目のパン屋");
  const used = await db.select().from(engineUsage).where(eq(engineUsage.userId, viewer.id));
  expect(used).toMatchObject([{ purpose: "harm-check", outcome: "done" }]);
  // Sent again, as after a lost answer.
  expect(await publish()).toEqual({ trackId, isTakenDown: true });
  expect(server.asked).toHaveLength(1);
});

test("what neither finds is published", async () => {
  finds();
  const { publish } = await addPreview("A: 静かな夜です。");
  const { trackId, isTakenDown } = await publish();
  expect([isTakenDown, await reportsOf(trackId)]).toEqual([false, []]);
});

test("a text that the rules hold is not sent", async () => {
  const { publish } = await addPreview("A: 隣の佐藤部長が会社のお金を盗んだ。");
  expect(await publish()).toMatchObject({ isTakenDown: true });
  expect(server.asked).toEqual([]);
});

test.each(["a passage that there is not", "a kind that there is not", "no JSON", "a refused key"])(
  "%s: the rules alone decide",
  async (trouble) => {
    if (trouble === "a refused key") server.troubles.push({ status: 401 });
    if (trouble === "no JSON") server.troubles.push("not-json", "not-json");
    finds({ number: trouble === "a passage that there is not" ? 9 : 1, kind: "boring" });
    if (trouble === "a passage that there is not") finds({ number: 9, kind: "hate" });
    const { publish } = await addPreview("A: 静かな夜です。");
    expect(await publish()).toMatchObject({ isTakenDown: false });
    expect(server.asked).toHaveLength(trouble === "a refused key" ? 1 : 2);
  },
);

test("a model that is late again and again is not waited for, and still writes scripts", async () => {
  const { viewer, publish } = await addPreview("A: 静かな夜です。");
  for (let late = 0; late < 5; late++) {
    server.troubles.push("hold");
    const held = server.held();
    const hasWaited = new AbortController();
    const judge = openJudge(providerAccess({ userId: viewer.id, taskId: null }));
    const judged = judge.judge({ passages: ["夜"], signal: hasWaited.signal });
    await held;
    hasWaited.abort(new Error("late"));
    await expect(judged).rejects.toThrow("late");
  }
  finds({ number: 2, kind: "hate" });
  expect(await publish()).toMatchObject({ isTakenDown: false });
  expect(server.asked).toHaveLength(5);
  expect(await admitRequest(transport.engine)).toBe(false);
});

test("a script that becomes another one while it is judged is judged again", async () => {
  const { id, publish } = await addPreview("A: 静かな夜です。");
  server.answer = ({ prompt }) =>
    JSON.stringify({ findings: prompt.includes("害のある話") ? [{ number: 2, kind: "hate" }] : [] });
  const change = { script: "A: 害のある話です。" };
  openHarmJudge.mockImplementation((_engine, access) => ({
    async judge(asked) {
      const findings = await openJudge(access).judge(asked);
      await write((tx) => tx.update(audioTasks).set(change).where(eq(audioTasks.id, id)));
      return findings;
    },
  }));
  expect(await publish()).toMatchObject({ isTakenDown: true });
  expect(server.asked).toHaveLength(2);
});
