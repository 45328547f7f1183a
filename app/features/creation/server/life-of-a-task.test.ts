import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { Invalid, NotFound } from "#app/features/domain-error.ts";
import { audioKey, audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { db, write } from "#db/client.ts";
import { audioTasks, renditions, tracks, transcriptCues } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { findCreationState } from "./creation-state.server.ts";
import { getPostingStatus } from "./daily-use.server.ts";
import { discardPreview } from "./discard-preview.server.ts";
import { endTask } from "./end-task.server.ts";
import { findTask } from "./find-task.server.ts";
import { publishTrack } from "./publish-track.server.ts";
import { removeExpired } from "./remove-expired.server.ts";
import { removeOrphanedFiles } from "./remove-orphaned-files.server.ts";
import { beginTask, completePreview, completeScript, recordProgress } from "./run-task.server.ts";
import { startOver } from "./start-over.server.ts";
import { startPreview } from "./start-preview.server.ts";
import { startScript } from "./start-script.server.ts";

withDatabase();

const written = {
  title: "夜の音",
  script: "A: こんばんは。\nB: こんばんは。",
  labels: ["ライフスタイル"],
  factCheck: { status: "verified" as const, confidence: 90, summary: "ありません", issues: [] },
};
type Member = Awaited<ReturnType<typeof addMember>>;

const begin = (viewer: Member, scriptTaskId?: string) =>
  startPreview({ viewer, flow: "v2", inputText: "本文", speakingRate: 1, scriptTaskId, ...written });

/** A finished preview with its two files. */
async function finished(
  viewer: Member,
): Promise<{ taskId: string; previewFilename: string; keys: string[] }> {
  const taskId = await begin(viewer);
  await beginTask(taskId, "audio_generation");
  const files = [];
  for (const kbps of [64, 128]) {
    const storageKey = audioKey(taskId, kbps);
    await audioStorage().put(storageKey, new Uint8Array([1, 2, 3]));
    files.push({ kbps, storageKey, bytes: 3, sha256: "0".repeat(64) });
  }
  const cues = [{ speaker: "A" as const, text: "こんばんは。", startMs: 0, endMs: 900 }];
  await completePreview(taskId, { durationMs: 1000, files, cues });
  const { previewFilename } = await findTask({ viewer, taskId });
  return { taskId, previewFilename: previewFilename ?? "", keys: files.map(({ storageKey }) => storageKey) };
}

const used = async (viewer: Member) => (await getPostingStatus(viewer)).currentCount;

test("ending a task gives its use back once, however often and by however many it is ended", async () => {
  const viewer = await addMember();
  const taskId = await begin(viewer);
  expect(await used(viewer)).toBe(1);
  const ended = await Promise.all(Array.from({ length: 5 }, () => endTask({ taskId, as: "cancelled" })));
  expect(ended.filter(Boolean)).toHaveLength(1);
  expect(await used(viewer)).toBe(0);
  expect(await completePreview(taskId, { durationMs: 1, files: [], cues: [] })).toBe(false);
  expect(await beginTask(taskId, "audio_generation")).toBeNull();
  await recordProgress(taskId, "audio_generation", 50);
  expect(await findTask({ viewer, taskId })).toMatchObject({ state: "cancelled", progress: 0 });
});

test("a task that takes its process down again and again is given up", async () => {
  const viewer = await addMember();
  const taskId = await begin(viewer);
  for (let attempt = 1; attempt <= 5; attempt++) {
    expect(await beginTask(taskId, "audio_generation")).toMatchObject({ attempts: attempt });
  }
  expect(await beginTask(taskId, "audio_generation")).toBeNull();
  expect(await findTask({ viewer, taskId })).toMatchObject({ state: "failed", error: expect.any(String) });
  expect(await used(viewer)).toBe(0);
});

test("a finished preview keeps its use, and cancelling it changes nothing", async () => {
  const viewer = await addMember();
  const { taskId } = await finished(viewer);
  expect(await endTask({ taskId, as: "cancelled" })).toBe(false);
  expect(await used(viewer)).toBe(1);
});

test("the same script is not spoken twice at once", async () => {
  const viewer = await addMember();
  const scriptTaskId = randomUUID();
  const [first, second] = [await begin(viewer, scriptTaskId), await begin(viewer, scriptTaskId)];
  expect(second).toBe(first);
  expect(await used(viewer)).toBe(1);
});

test("a form to speak that is sent three times at once takes one use", async () => {
  const viewer = await addMember();
  const scriptTaskId = await startScript({ viewer, flow: "v2", inputText: "本文" });
  const ids = await Promise.all([1, 2, 3].map(() => begin(viewer, scriptTaskId)));
  expect(new Set(ids).size).toBe(1);
  expect(await used(viewer)).toBe(1);
});

test("a preview that is published and thrown away at once is one or the other", async () => {
  for (let round = 0; round < 5; round++) {
    const viewer = await addMember();
    const { previewFilename, keys } = await finished(viewer);
    const [published] = await Promise.allSettled([
      publishTrack({ viewer, previewFilename, title: "題", labels: [] }),
      discardPreview({ viewer, previewFilename }),
      startOver({ viewer, flow: "v2" }),
      removeExpired(new Date(Date.now() + 61 * 60 * 1000)),
    ]);
    const kept = await Promise.all(keys.map((key) => audioStorage().stat(key)));
    expect(kept.every((file) => file !== null)).toBe(published.status === "fulfilled");
  }
});

test("publishing makes one track with its renditions, cues and labels", async () => {
  const viewer = await addMember();
  const { previewFilename } = await finished(viewer);
  const publish = () => publishTrack({ viewer, previewFilename, title: "題", labels: ["歴史", "歴史"] });
  const ids = (await Promise.all([publish(), publish(), publish()])).map(({ trackId }) => trackId);
  expect(new Set(ids).size).toBe(1);
  const trackId = ids[0] ?? 0;
  expect(await db.select().from(tracks).where(eq(tracks.userId, viewer.id))).toHaveLength(1);
  expect(await db.select().from(renditions).where(eq(renditions.trackId, trackId))).toHaveLength(2);
  expect(await db.select().from(transcriptCues).where(eq(transcriptCues.trackId, trackId))).toHaveLength(1);
});

test("a preview that is not one's own, thrown away or expired can't be published", async () => {
  const viewer = await addMember();
  const stranger = await addMember();
  const publish = (who: Member, previewFilename: string) =>
    publishTrack({ viewer: who, previewFilename, title: "題", labels: [] });
  const { previewFilename, keys } = await finished(viewer);
  await expect(publish(stranger, previewFilename)).rejects.toThrow(Invalid);
  await expect(discardPreview({ viewer: stranger, previewFilename })).rejects.toThrow(NotFound);
  await discardPreview({ viewer, previewFilename });
  await expect(publish(viewer, previewFilename)).rejects.toThrow(Invalid);
  for (const key of keys) expect(await audioStorage().stat(key)).toBeNull();

  const late = await finished(viewer);
  await write((tx) =>
    tx
      .update(audioTasks)
      .set({ expiresAt: new Date(0) })
      .where(eq(audioTasks.id, late.taskId))
      .returning(),
  );
  await expect(publish(viewer, late.previewFilename)).rejects.toThrow(Invalid);
});

test("discarding after publishing leaves the track its files", async () => {
  const viewer = await addMember();
  const { previewFilename, keys } = await finished(viewer);
  await publishTrack({ viewer, previewFilename, title: "題", labels: [] });
  await discardPreview({ viewer, previewFilename });
  for (const key of keys) expect(await audioStorage().stat(key)).not.toBeNull();
});

test("the sweep removes expired work and its files, and nothing that is in use", async () => {
  const viewer = await addMember({ isPremium: true });
  const expired = await finished(viewer);
  const fresh = await finished(viewer);
  const published = await finished(viewer);
  const running = await begin(viewer);
  await audioStorage().put(audioKey(running, 64), new Uint8Array([1]));
  const orphan = audioKey(randomUUID(), 64);
  await audioStorage().put(orphan, new Uint8Array([1]));
  await publishTrack({ viewer, previewFilename: published.previewFilename, title: "題", labels: [] });
  for (const { taskId } of [expired, published]) {
    await write((tx) =>
      tx
        .update(audioTasks)
        .set({ expiresAt: new Date(0) })
        .where(eq(audioTasks.id, taskId))
        .returning(),
    );
  }
  await write((tx) =>
    tx
      .update(audioTasks)
      .set({ expiresAt: new Date(0) })
      .where(eq(audioTasks.id, running))
      .returning(),
  );
  await removeExpired();
  const left: string[] = [];
  for await (const key of audioStorage().list("audio/")) left.push(key);
  expect(left).toContain(orphan);
  expect(await removeOrphanedFiles()).toBeGreaterThan(0);
  const kept: string[] = [];
  for await (const key of audioStorage().list("audio/")) kept.push(key);
  expect(left.filter((key) => !kept.includes(key))).toEqual([orphan]);
  for (const key of [...fresh.keys, ...published.keys, audioKey(running, 64)]) expect(left).toContain(key);
  for (const key of expired.keys) expect(left).not.toContain(key);
  await expect(findTask({ viewer, taskId: expired.taskId })).rejects.toThrow(NotFound);
  expect((await findTask({ viewer, taskId: running })).state).toBe("queued");
  await endTask({ taskId: running, as: "cancelled" });
});

test("the creation page follows the work from step to step and forgets it when started over", async () => {
  const viewer = await addMember();
  const state = () => findCreationState({ viewer, flow: "v2" });
  expect(await state()).toMatchObject({ step: "input", draft: null, running: null });

  const scriptTask = await startScript({ viewer, flow: "v2", inputText: "本文" });
  expect(await state()).toMatchObject({ step: "input", inputText: "本文", running: { kind: "script" } });
  await completeScript(scriptTask, written);
  expect(await state()).toMatchObject({
    step: "script-review",
    draft: { script: written.script },
    running: null,
  });
  expect((await findCreationState({ viewer, flow: "v1" })).step).toBe("input");

  const failing = await begin(viewer, scriptTask);
  expect(await state()).toMatchObject({ step: "script-review", running: { kind: "preview" } });
  await endTask({ taskId: failing, as: "failed", error: "うまくいきませんでした" });
  expect(await state()).toMatchObject({
    step: "script-review",
    failure: { message: "うまくいきませんでした" },
  });

  const { previewFilename, keys } = await finished(viewer);
  expect(await state()).toMatchObject({ step: "audio-preview", preview: { previewFilename } });
  await startOver({ viewer, flow: "v2" });
  expect(await state()).toMatchObject({ step: "input", draft: null, preview: null, running: null });
  for (const key of keys) expect(await audioStorage().stat(key)).toBeNull();
});

test("after publishing the page begins anew", async () => {
  const viewer = await addMember();
  await completeScript(await startScript({ viewer, flow: "v2", inputText: "本文" }), written);
  const { previewFilename } = await finished(viewer);
  await publishTrack({ viewer, previewFilename, title: "題", labels: [] });
  expect(await findCreationState({ viewer, flow: "v2" })).toMatchObject({
    step: "input",
    draft: null,
    preview: null,
  });
});
