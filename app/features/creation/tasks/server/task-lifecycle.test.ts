import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { Conflict, Invalid, NotFound } from "#app/features/domain-error.ts";
import { audioKey, audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { claimTask, endTask, recordProgress, removeOldTasks } from "#app/features/tasks/task-life.server.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { db, write } from "#db/client.ts";
import { audioTasks, renditions, tracks, transcriptCues } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { loadHeadingEdit } from "../../correction/heading/edit-heading.server.ts";
import { getDailyUsage } from "../../limits/daily-usage.server.ts";
import { discardPreview } from "../../preview/discard-preview.server.ts";
import { startPreview } from "../../preview/start-preview.server.ts";
import { publishTrack } from "../../publish/publish-track.server.ts";
import { startScript } from "../../script/start-script.server.ts";
import { findCreationState } from "../../server/load-creation-page.server.ts";
import { orphanedAudio } from "../../server/orphaned-audio.server.ts";
import { startOver } from "../../server/start-over.server.ts";
import { cancelTask, killStuckTask } from "./cancel-task.server.ts";
import { completePreview, completeScript, filesInUse } from "./complete-task.server.ts";
import { previews, scripts } from "./creation-kinds.server.ts";
import { findTask } from "./find-task.server.ts";

withDatabase();

const written = {
  title: "夜の音",
  script: "A: こんばんは。\nB: こんばんは。",
  labels: ["ライフスタイル"],
  factCheck: { status: "verified" as const, confidence: 90, summary: "ありません", issues: [], claims: [] },
};
type Member = Awaited<ReturnType<typeof addMember>>;

const start = (viewer: Member, scriptTaskId?: string) =>
  startPreview({ viewer, flow: "v2", inputText: "本文", speakingRate: 1, scriptTaskId, ...written });

/** Creates a finished preview with its two files. */
async function createPreview(
  viewer: Member,
  id?: string,
): Promise<{ taskId: string; previewFilename: string; keys: string[] }> {
  const taskId = id ?? (await start(viewer));
  await claimTask(previews, taskId);
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

const usageOf = async (viewer: Member) => (await getDailyUsage(viewer)).currentCount;

test("ending a task refunds its generation once, however often it is ended at once", async () => {
  const viewer = await addMember();
  const taskId = await start(viewer);
  expect(await usageOf(viewer)).toBe(1);
  const ended = await Promise.all(
    Array.from({ length: 5 }, () => endTask(previews, taskId, { as: "cancelled" })),
  );
  expect(ended.filter(Boolean)).toHaveLength(1);
  expect(await usageOf(viewer)).toBe(0);
  expect(await completePreview(taskId, { durationMs: 1, files: [], cues: [] })).toBe(false);
  expect(await claimTask(previews, taskId)).toBeNull();
  await recordProgress(previews, await findTask({ viewer, taskId }), 50);
  expect(await findTask({ viewer, taskId })).toMatchObject({ state: "cancelled", progress: 0 });
});

test("a preview that a worker has begun keeps its generation when it is cancelled, not when it fails", async () => {
  const viewer = await addMember();
  const [cancelled, failed] = [await start(viewer), await start(viewer)];
  for (const taskId of [cancelled, failed]) await claimTask(previews, taskId);
  await cancelTask({ viewer, taskId: cancelled });
  expect(await usageOf(viewer)).toBe(2);
  await endTask(previews, failed, { as: "failed" });
  expect(await usageOf(viewer)).toBe(1);
});

test("a preview that is begun and cancelled at once is one or the other", async () => {
  for (let round = 0; round < 8; round++) {
    const viewer = await addMember();
    const taskId = await start(viewer);
    const acts = [() => cancelTask({ viewer, taskId }), () => claimTask(previews, taskId)];
    const [first, second] = await Promise.all((round % 2 ? acts : acts.toReversed()).map((act) => act()));
    expect(await usageOf(viewer)).toBe(first || second ? 1 : 0);
  }
});

test("of ten tasks started at once a member gets three, whatever they are", async () => {
  const viewer = await addMember({ isPremium: true });
  const starts = Array.from({ length: 10 }, (_, index) =>
    index % 2 ? start(viewer) : startScript({ viewer, flow: "v1", inputText: "本文" }),
  );
  const results = await Promise.allSettled(starts);
  const refused = results.filter((result) => result.status === "rejected");
  expect(refused.map(({ reason }) => reason)).toEqual(Array.from({ length: 7 }, () => expect.any(Conflict)));
  const started = await db.select().from(audioTasks).where(eq(audioTasks.userId, viewer.id));
  expect(started).toHaveLength(3);
  expect(await usageOf(viewer)).toBe(started.filter(({ kind }) => kind === "preview").length);
  for (const { id } of started) await endTask(previews, id, { as: "cancelled" });
  expect(await start(viewer)).toEqual(expect.any(String));
});

test("a task is stuck 300 s after a worker began it, however long it has waited before", async () => {
  const viewer = await addMember();
  const taskId = await start(viewer);
  const change = (values: Partial<typeof audioTasks.$inferInsert>) =>
    write((tx) => tx.update(audioTasks).set(values).where(eq(audioTasks.id, taskId)).returning());
  const longAgo = new Date(Date.now() - 301_000);
  await change({ createdAt: longAgo });
  await expect(killStuckTask({ viewer, taskId })).rejects.toThrow(Conflict);
  await claimTask(previews, taskId);
  await expect(killStuckTask({ viewer, taskId })).rejects.toThrow(Conflict);
  await change({ startedAt: longAgo });
  await killStuckTask({ viewer, taskId });
  expect((await findTask({ viewer, taskId })).state).toBe("failed");
  expect(await usageOf(viewer)).toBe(0);
});

test("a task whose process dies five times fails", async () => {
  const viewer = await addMember();
  const taskId = await start(viewer);
  for (let attempt = 1; attempt <= 5; attempt++) {
    expect(await claimTask(previews, taskId)).toMatchObject({ attempts: attempt });
  }
  expect(await claimTask(previews, taskId)).toBeNull();
  expect(await findTask({ viewer, taskId })).toMatchObject({ state: "failed", error: expect.any(String) });
  expect(await usageOf(viewer)).toBe(0);
});

test("cancelling a finished preview changes nothing", async () => {
  const viewer = await addMember();
  const { taskId } = await createPreview(viewer);
  expect(await endTask(previews, taskId, { as: "cancelled" })).toBe(false);
  await killStuckTask({ viewer, taskId });
  expect((await findTask({ viewer, taskId })).state).toBe("completed");
  expect(await usageOf(viewer)).toBe(1);
});

test("a script has one running preview", async () => {
  const viewer = await addMember();
  const scriptTaskId = randomUUID();
  const [first, second] = [await start(viewer, scriptTaskId), await start(viewer, scriptTaskId)];
  expect(second).toBe(first);
  expect(await usageOf(viewer)).toBe(1);
});

test("three simultaneous starts of a preview use one generation", async () => {
  const viewer = await addMember();
  const scriptTaskId = await startScript({ viewer, flow: "v2", inputText: "本文" });
  const ids = await Promise.all([1, 2, 3].map(() => start(viewer, scriptTaskId)));
  expect(new Set(ids).size).toBe(1);
  expect(await usageOf(viewer)).toBe(1);
});

test("a preview that is published and discarded at once ends as one or the other", async () => {
  for (let round = 0; round < 5; round++) {
    const viewer = await addMember();
    const { previewFilename, keys } = await createPreview(viewer);
    const [published] = await Promise.allSettled([
      publishTrack({ viewer, previewFilename, title: "題", labels: [] }),
      discardPreview({ viewer, previewFilename }),
      startOver({ viewer, flow: "v2" }),
      removeOldTasks(previews, new Date(Date.now() + 61 * 60 * 1000)),
    ]);
    const files = await Promise.all(keys.map((key) => audioStorage().stat(key)));
    expect(files.every((file) => file !== null)).toBe(published.status === "fulfilled");
  }
});

test("publishing creates one track with its renditions, cues and labels", async () => {
  const viewer = await addMember();
  const { previewFilename } = await createPreview(viewer);
  const publish = () => publishTrack({ viewer, previewFilename, title: "題", labels: ["歴史", "歴史"] });
  const ids = (await Promise.all([publish(), publish(), publish()])).map(({ trackId }) => trackId);
  expect(new Set(ids).size).toBe(1);
  const trackId = ids[0] ?? 0;
  expect(await db.select().from(tracks).where(eq(tracks.userId, viewer.id))).toHaveLength(1);
  expect(await db.select().from(renditions).where(eq(renditions.trackId, trackId))).toHaveLength(2);
  expect(await db.select().from(transcriptCues).where(eq(transcriptCues.trackId, trackId))).toHaveLength(1);
});

test("the cover that is drawn while a track is spoken is the track's, also where the author chooses another of its family", async () => {
  const viewer = await addMember();
  const page = async () => findCreationState({ viewer, flow: "v2" });
  const scriptTaskId = await startScript({ viewer, flow: "v2", inputText: "本文" });
  expect((await page()).running?.cover).toBeNull();
  await claimTask(scripts, scriptTaskId);
  await completeScript(scriptTaskId, written);
  const taskId = await start(viewer, scriptTaskId);
  const drawn = (await page()).running?.cover;
  expect(drawn).toEqual({ coverId: expect.any(Number), labels: written.labels });
  const { previewFilename } = await createPreview(viewer, taskId);
  expect((await page()).preview?.coverId).toBe(drawn?.coverId);
  const { trackId } = await publishTrack({ viewer, previewFilename, title: "題", labels: written.labels });
  expect((await findTrack({ viewer: null, trackId })).coverId).toBe(drawn?.coverId);
  const { track } = await loadHeadingEdit({ viewer, trackId });
  expect(track).toMatchObject({ coverSeed: drawn?.coverId, coverVariant: 0 });
});

test("a preview of somebody else, a discarded and an expired one can't be published", async () => {
  const viewer = await addMember();
  const stranger = await addMember();
  const publish = (who: Member, previewFilename: string) =>
    publishTrack({ viewer: who, previewFilename, title: "題", labels: [] });
  const { previewFilename, keys } = await createPreview(viewer);
  await expect(publish(stranger, previewFilename)).rejects.toThrow(Invalid);
  await expect(discardPreview({ viewer: stranger, previewFilename })).rejects.toThrow(NotFound);
  await discardPreview({ viewer, previewFilename });
  await expect(publish(viewer, previewFilename)).rejects.toThrow(Invalid);
  for (const key of keys) expect(await audioStorage().stat(key)).toBeNull();

  const late = await createPreview(viewer);
  await write((tx) =>
    tx
      .update(audioTasks)
      .set({ expiresAt: new Date(0) })
      .where(eq(audioTasks.id, late.taskId)),
  );
  await expect(publish(viewer, late.previewFilename)).rejects.toThrow(Invalid);
});

test("discarding after publishing leaves the track its files", async () => {
  const viewer = await addMember();
  const { taskId, previewFilename, keys } = await createPreview(viewer);
  expect(await filesInUse(taskId)).toEqual(keys);
  await publishTrack({ viewer, previewFilename, title: "題", labels: [] });
  await discardPreview({ viewer, previewFilename });
  for (const key of keys) expect(await audioStorage().stat(key)).not.toBeNull();
});

test("expired tasks and their files are removed, and nothing that is in use", async () => {
  const viewer = await addMember({ isPremium: true });
  const expired = await createPreview(viewer);
  const fresh = await createPreview(viewer);
  const published = await createPreview(viewer);
  const running = await start(viewer);
  await audioStorage().put(audioKey(running, 64), new Uint8Array([1]));
  const orphan = audioKey(randomUUID(), 64);
  await audioStorage().put(orphan, new Uint8Array([1]));
  await publishTrack({ viewer, previewFilename: published.previewFilename, title: "題", labels: [] });
  for (const { taskId } of [expired, published]) {
    await write((tx) =>
      tx
        .update(audioTasks)
        .set({ expiresAt: new Date(0) })
        .where(eq(audioTasks.id, taskId)),
    );
  }
  await write((tx) =>
    tx
      .update(audioTasks)
      .set({ expiresAt: new Date(0) })
      .where(eq(audioTasks.id, running)),
  );
  await removeOldTasks(previews);
  const before: string[] = [];
  for await (const key of audioStorage().list("audio/")) before.push(key);
  expect(before).toContain(orphan);
  expect(await orphanedAudio.findOrphans(before)).toEqual([orphan]);
  for (const key of [...fresh.keys, ...published.keys, audioKey(running, 64)]) expect(before).toContain(key);
  for (const key of expired.keys) expect(before).not.toContain(key);
  await expect(findTask({ viewer, taskId: expired.taskId })).rejects.toThrow(NotFound);
  expect((await findTask({ viewer, taskId: running })).state).toBe("queued");
  await endTask(previews, running, { as: "cancelled" });
});

test("the creation page follows the tasks from step to step, and starts over", async () => {
  const viewer = await addMember();
  const state = () => findCreationState({ viewer, flow: "v2" });
  expect(await state()).toMatchObject({ step: "input", draft: null, running: null });

  const scriptTask = await startScript({ viewer, flow: "v2", inputText: "本文" });
  expect(await state()).toMatchObject({ step: "input", inputText: "本文", running: { kind: "script" } });
  // Derived from the member's text, whatever characters it has.
  await completeScript(scriptTask, { ...written, title: "\u202E夜の\n音\u200B" });
  expect(await state()).toMatchObject({
    step: "script-review",
    draft: { script: written.script, title: "夜の 音" },
    running: null,
  });
  expect((await findCreationState({ viewer, flow: "v1" })).step).toBe("input");

  const failing = await start(viewer, scriptTask);
  expect(await state()).toMatchObject({ step: "script-review", running: { kind: "preview" } });
  await endTask(previews, failing, { as: "failed", error: "うまくいきませんでした" });
  expect(await state()).toMatchObject({
    step: "script-review",
    failure: { message: "うまくいきませんでした" },
  });

  const { previewFilename, keys } = await createPreview(viewer);
  expect(await state()).toMatchObject({ step: "audio-preview", preview: { previewFilename } });
  await startOver({ viewer, flow: "v2" });
  expect(await state()).toMatchObject({ step: "input", draft: null, preview: null, running: null });
  for (const key of keys) expect(await audioStorage().stat(key)).toBeNull();
});

test("after publishing the page starts over", async () => {
  const viewer = await addMember();
  await completeScript(await startScript({ viewer, flow: "v2", inputText: "本文" }), written);
  const { previewFilename } = await createPreview(viewer);
  await publishTrack({ viewer, previewFilename, title: "題", labels: [] });
  expect(await findCreationState({ viewer, flow: "v2" })).toMatchObject({
    step: "input",
    draft: null,
    preview: null,
  });
});
