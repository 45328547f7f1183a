import { randomUUID } from "node:crypto";
import { eq, like } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import * as audit from "#app/features/audit/record-audit.server.ts";
import { startPreview } from "#app/features/creation/preview/start-preview.server.ts";
import { orphanedAudio } from "#app/features/creation/server/orphaned-audio.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { audioKey, audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { claimTask, endTask, removeOldTasks } from "#app/features/tasks/task-life.server.ts";
import { db, write } from "#db/client.ts";
import { isUniqueViolation } from "#db/errors.ts";
import { audioTasks, auditLog, generationTasks, themes, tracks } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addTheme } from "#test/themes.ts";
import { generations } from "./generation-kind.server.ts";
import { cancelGenerationTask, clearFailedTasks, clearInvalidTasks } from "./generation-task-verbs.server.ts";
import {
  countThemeTasks,
  findGenerationTask,
  listFailedTextTasks,
  listThemeTasks,
} from "./list-generation-tasks.server.ts";
import { completeGenerationTask, storeScript } from "./run-generation-task.server.ts";
import { startTextTask, startThemeTask } from "./start-generation-task.server.ts";

withDatabase();
afterEach(async () => {
  vi.restoreAllMocks();
  await write((tx) => tx.delete(generationTasks));
});

const actor = { kind: "admin", name: "admin" } as const;
const start = async (themeId: number) =>
  (await startThemeTask({ actor, themeId, speakingRate: 0.75 })).taskId;
const auditOf = async (targetId: string) =>
  (await db.select().from(auditLog).where(eq(auditLog.targetId, targetId))).map(({ action }) => action);
const stateOf = async (taskId: string) => (await findGenerationTask(taskId))?.state;

/** An active task with a script, whose audio is in the storage. */
async function withAudio(taskId: string) {
  await claimTask(generations, taskId);
  await storeScript(taskId, {
    script: "A: 夜です。\nB: はい。",
    title: "夜の話",
    labels: ["文化"],
    making: {},
  });
  const storageKey = audioKey(taskId, 64);
  await audioStorage().put(storageKey, new Uint8Array([1, 2, 3]));
  const files = [{ kbps: 64, sampleRate: 24_000, storageKey, bytes: 3, sha256: "0".repeat(64) }];
  const cues = [{ speaker: "A" as const, text: "夜です。", startMs: 0, endMs: 500 }];
  return { storageKey, audio: { durationMs: 1000, files, cues } };
}

test("of many starts of one theme at the same time one succeeds, and the next only after its end", async () => {
  const themeId = await addTheme();
  const starts = await Promise.allSettled(Array.from({ length: 12 }, () => start(themeId)));
  const started = starts.filter((result) => result.status === "fulfilled");
  expect(started).toHaveLength(1);
  for (const result of starts)
    if (result.status === "rejected") expect(result.reason).toBeInstanceOf(Conflict);
  const taskId = started[0]?.value ?? "";
  expect(await auditOf(taskId)).toEqual(["task.start"]);

  // The database itself refuses a second one.
  const now = new Date();
  const second = write((tx) =>
    tx.insert(generationTasks).values({
      id: randomUUID(),
      kind: "theme",
      themeId,
      activeKey: `theme ${themeId}`,
      speakingRate: 1,
      stageLog: [],
      createdAt: now,
      updatedAt: now,
    }),
  );
  const refusal = await second.then(
    () => null,
    (error: unknown) => error,
  );
  expect(isUniqueViolation(refusal)).toBe(true);

  await endTask(generations, taskId, { as: "failed", error: "失敗しました" });
  expect(await start(themeId)).not.toBe(taskId);
});

test.each(["pending", "rejected"] as const)("a theme that is %s is refused", async (status) => {
  await expect(start(await addTheme({ status }))).rejects.toThrow(Conflict);
  await expect(start(987_654)).rejects.toThrow(NotFound);
  expect(await db.select().from(generationTasks)).toEqual([]);
});

test("the same text sent twice at once is one task; another rate, and the text after its end, are new ones", async () => {
  const send = (speakingRate = 1) => startTextTask({ actor, inputText: "夜のラジオ", speakingRate });
  const [first, second] = await Promise.all([send(), send()]);
  expect(second).toEqual(first);
  expect(await auditOf(first.taskId)).toEqual(["task.start"]);
  expect((await send(0.5)).taskId).not.toBe(first.taskId);
  await cancelGenerationTask({ actor, taskId: first.taskId });
  expect((await send()).taskId).not.toBe(first.taskId);
});

test("nothing is started, cancelled, cleared or published without its row in the audit log", async () => {
  const themeId = await addTheme();
  const taskId = await start(themeId);
  const { audio } = await withAudio(taskId);
  const failed = await start(await addTheme());
  await endTask(generations, failed, { as: "failed", error: "失敗" });

  vi.spyOn(audit, "recordAudit").mockRejectedValue(new Error("the audit log takes nothing"));
  const refused = "the audit log takes nothing";
  await expect(start(await addTheme())).rejects.toThrow(refused);
  await expect(startTextTask({ actor, inputText: "夜", speakingRate: 1 })).rejects.toThrow(refused);
  await expect(cancelGenerationTask({ actor, taskId })).rejects.toThrow(refused);
  await expect(clearFailedTasks({ actor })).rejects.toThrow(refused);
  await expect(clearInvalidTasks({ actor })).rejects.toThrow(refused);
  await expect(completeGenerationTask(taskId, audio)).rejects.toThrow(refused);
  expect((await db.select().from(generationTasks)).map(({ state }) => state).toSorted()).toEqual([
    "failed",
    "processing",
  ]);
  expect(await db.select().from(tracks).where(eq(tracks.taskId, taskId))).toEqual([]);
});

test("a finished task is one track of the official account, whichever run completes it first", async () => {
  const taskId = await start(await addTheme());
  const { audio } = await withAudio(taskId);
  const results = await Promise.all([
    completeGenerationTask(taskId, audio),
    completeGenerationTask(taskId, audio),
  ]);
  expect(results.toSorted()).toEqual([false, true]);
  const published = await db.select().from(tracks).where(eq(tracks.taskId, taskId));
  expect(published).toMatchObject([{ userId: "mugen", title: "夜の話", isVisible: true, seedSlug: null }]);
  expect(published[0]?.searchText).toContain("文化");
  const trackId = published[0]?.id ?? 0;
  expect(await findGenerationTask(taskId)).toMatchObject({ state: "completed", progress: 100, trackId });
  expect(await auditOf(String(trackId))).toEqual(["task.publish"]);
  await expect(cancelGenerationTask({ actor, taskId })).rejects.toThrow(Conflict);

  // The history outlives the track.
  await write((tx) => tx.delete(tracks).where(eq(tracks.id, trackId)));
  expect(await findGenerationTask(taskId)).toMatchObject({ state: "completed", trackId: null });
});

test("cancelling and completing at once: there is a track exactly when the task is completed", async () => {
  for (let round = 0; round < 5; round++) {
    const taskId = await start(await addTheme());
    const { audio, storageKey } = await withAudio(taskId);
    const [cancelled] = await Promise.allSettled([
      cancelGenerationTask({ actor, taskId }),
      completeGenerationTask(taskId, audio),
    ]);
    const isCancelled = cancelled.status === "fulfilled";
    expect(await stateOf(taskId)).toBe(isCancelled ? "cancelled" : "completed");
    const published = await db.$count(tracks, eq(tracks.taskId, taskId));
    expect(published).toBe(isCancelled ? 0 : 1);
    expect((await audioStorage().stat(storageKey)) === null).toBe(isCancelled);
  }
});

test("files of an active task are no orphans; those of a cancelled one are gone at once", async () => {
  const taskId = await start(await addTheme());
  const { storageKey } = await withAudio(taskId);
  expect(await orphanedAudio.findOrphans([storageKey])).toEqual([]);
  await cancelGenerationTask({ actor, taskId });
  expect(await orphanedAudio.findOrphans([storageKey])).toEqual([storageKey]);
  expect(await audioStorage().stat(storageKey)).toBeNull();
  expect(await claimTask(generations, taskId)).toBeNull();
  await expect(cancelGenerationTask({ actor, taskId })).rejects.toThrow(Conflict);
  // The second click on a plain form's button.
  await cancelGenerationTask({ actor, taskId, dropsRepeat: true });
  await expect(cancelGenerationTask({ actor, taskId: "unknown" })).rejects.toThrow(NotFound);
});

test("a task that its worker has not survived five times fails", async () => {
  const taskId = await start(await addTheme());
  for (let attempt = 1; attempt <= 5; attempt++)
    expect(await claimTask(generations, taskId)).toMatchObject({ attempts: attempt });
  expect(await claimTask(generations, taskId)).toBeNull();
  expect(await stateOf(taskId)).toBe("failed");
});

test("the clean-ups remove what they name, and nothing of members, of texts, or that ended after the list was read", async () => {
  const viewer = await addMember();
  const preview = await startPreview({
    viewer,
    flow: "v2",
    script: "A: はい。",
    title: "題",
    inputText: "はい。",
    speakingRate: 1,
    labels: [],
    factCheck: null,
  });
  await write((tx) => tx.update(audioTasks).set({ state: "failed" }).where(eq(audioTasks.id, preview)));
  const fail = (taskId: string) => endTask(generations, taskId, { as: "failed", error: "失敗" });
  const failedTheme = await start(await addTheme());
  await fail(failedTheme);
  const { taskId: failedText } = await startTextTask({ actor, inputText: "夜", speakingRate: 1 });
  await fail(failedText);
  const rejectedTheme = await addTheme();
  const ofRejected = await start(rejectedTheme);
  await completeGenerationTask(ofRejected, (await withAudio(ofRejected)).audio);
  await write((tx) => tx.update(themes).set({ status: "rejected" }).where(eq(themes.id, rejectedTheme)));
  const goneTheme = await addTheme();
  const themeless = await start(goneTheme);
  await cancelGenerationTask({ actor, taskId: themeless });
  await write((tx) => tx.delete(themes).where(eq(themes.id, goneTheme)));
  const active = await start(await addTheme());
  const completed = await start(await addTheme());
  await completeGenerationTask(completed, (await withAudio(completed)).audio);

  expect(await countThemeTasks()).toEqual({
    queued: 1,
    processing: 0,
    completed: 2,
    failed: 1,
    cancelled: 1,
    total: 5,
    invalid: 3,
  });
  const listed = (await listThemeTasks(1)).map(({ id }) => id);
  expect(listed).toHaveLength(5);
  expect(listed).not.toContain(failedText);
  expect(await listThemeTasks(2)).toEqual([]);

  expect(await clearFailedTasks({ actor, seenAt: new Date(0) })).toBe(0);
  expect(await clearFailedTasks({ actor })).toBe(1);
  expect(await stateOf(failedTheme)).toBeUndefined();
  expect(await clearInvalidTasks({ actor })).toBe(2);
  expect(await clearInvalidTasks({ actor })).toBe(0);
  expect((await db.select().from(generationTasks)).map(({ id }) => id).toSorted()).toEqual(
    [active, completed, failedText].toSorted(),
  );
  expect((await listFailedTextTasks(5)).map(({ id }) => id)).toEqual([failedText]);
  expect(await clearFailedTasks({ actor, seenAt: new Date(0), kind: "text" })).toBe(0);
  expect(await clearFailedTasks({ actor, kind: "text" })).toBe(1);
  expect(await listFailedTextTasks(5)).toEqual([]);
  const [cleared] = await db.select().from(auditLog).where(like(auditLog.action, "task.clear-failed"));
  expect(cleared).toMatchObject({ before: { count: 1, taskIds: [failedTheme] } });
  expect(await db.$count(audioTasks)).toBe(1);
  expect(await db.$count(tracks, eq(tracks.taskId, ofRejected))).toBe(1);
});

test("the history of a year stays", async () => {
  const old = await start(await addTheme());
  const recent = await start(await addTheme());
  const active = await start(await addTheme());
  for (const taskId of [old, recent]) await endTask(generations, taskId, { as: "failed", error: "失敗" });
  const dayMs = 86_400_000;
  const setEnd = (taskId: string, days: number) =>
    write((tx) =>
      tx
        .update(generationTasks)
        .set({ endedAt: new Date(Date.now() - days * dayMs) })
        .where(eq(generationTasks.id, taskId))
        .returning(),
    );
  await setEnd(old, 366);
  await setEnd(recent, 364);
  await removeOldTasks(generations);
  expect([await stateOf(old), await stateOf(recent), await stateOf(active)]).toEqual([
    undefined,
    "failed",
    "queued",
  ]);
});
