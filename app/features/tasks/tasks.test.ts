import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { startPreview } from "#app/features/creation/preview/start-preview.server.ts";
import { previews } from "#app/features/creation/tasks/server/creation-kinds.server.ts";
import { findTask } from "#app/features/creation/tasks/server/find-task.server.ts";
import { audioKey, audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { uploads } from "#app/features/tracks/upload/server/upload-kind.server.ts";
import { db, write } from "#db/client.ts";
import { trackUploads } from "#db/schema/index.ts";
import { taskHandlers } from "#jobs/task-handlers.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { newPreview } from "#test/new-preview.ts";
import { runTask, TaskEnded } from "./run-task.server.ts";
import { claimTask, endTask, recordProgress } from "./task-life.server.ts";
import { waitForTask } from "./watch-task.server.ts";

withDatabase();

const signal = AbortSignal.timeout(60_000);

async function addPreviewTask() {
  const viewer = await addMember();
  const taskId = await startPreview({ ...newPreview, viewer });
  return { taskId, find: () => findTask({ viewer, taskId }) };
}

async function addUpload() {
  const id = randomUUID();
  const now = new Date();
  await write((tx) =>
    tx
      .insert(trackUploads)
      .values({ id, adminName: "admin", state: "queued", createdAt: now, updatedAt: now }),
  );
  return id;
}

test("progress never falls, also when a run begins anew after a crash", async () => {
  const { taskId, find } = await addPreviewTask();
  const first = await claimTask(previews, taskId);
  if (!first) throw new Error("the task could not be claimed");
  await recordProgress(previews, first, 60.4);
  await recordProgress(previews, first, 30);
  expect(await find()).toMatchObject({ progress: 60, stage: "audio_generation", attempts: 1 });
  const second = await claimTask(previews, taskId);
  expect(second).toMatchObject({ progress: 60, attempts: 2 });
  await recordProgress(previews, first, 5);
  await recordProgress(previews, first, 250);
  expect(await find()).toMatchObject({ progress: 99, state: "processing" });
});

test("a run that stores a file when its task has just failed leaves none", async () => {
  const { taskId, find } = await addPreviewTask();
  const key = audioKey(taskId, 64);
  await runTask(previews, { taskId, signal }, async () => {
    await endTask(previews, taskId, { as: "failed", error: "話せませんでした。", cause: "x".repeat(2000) });
    await audioStorage().put(key, new Uint8Array([1]));
  });
  expect(await audioStorage().stat(key)).toBeNull();
  const { state, error, failureCause } = await find();
  expect([state, error, failureCause?.length]).toEqual(["failed", "話せませんでした。", 1000]);
});

test("work stops when its task is ended, and whoever waits is told", async () => {
  const { taskId } = await addPreviewTask();
  const begun = Promise.withResolvers<void>();
  const run = expect(
    runTask(previews, { taskId, signal }, (_task, work) => {
      begun.resolve();
      return new Promise((_resolve, reject) => {
        work.signal.addEventListener("abort", () => reject(work.signal.reason));
      });
    }),
  ).rejects.toBeInstanceOf(TaskEnded);
  await begun.promise;
  const waited = waitForTask(previews, { taskId, timeoutMs: 60_000, signal });
  await endTask(previews, taskId, { as: "cancelled" });
  await run;
  expect(await waited).toBe("cancelled");
  expect(await waitForTask(previews, { taskId: "unknown", timeoutMs: 0, signal })).toBeUndefined();
});

test("of ten claims of a task that its worker has survived no more, one ends it", async () => {
  const id = await addUpload();
  const claims = await Promise.all(Array.from({ length: 10 }, () => claimTask(uploads, id)));
  expect(
    claims
      .filter((claim) => claim !== null)
      .map(({ attempts }) => attempts)
      .sort(),
  ).toEqual([1, 2, 3]);
  const [upload] = await db.select().from(trackUploads).where(eq(trackUploads.id, id));
  expect(upload).toMatchObject({ state: "failed", attempts: 3, error: uploads.crashMessage });
});

test("every kind has a name of its own", () => {
  const names = taskHandlers.map(({ kind }) => kind.name);
  expect(new Set(names).size).toBe(names.length);
});
