import { expect, test, vi } from "vitest";
import { findTask } from "#app/features/creation/server/find-task.server.ts";
import { TaskEnded } from "#app/features/creation/server/run-task.server.ts";
import { startPreview } from "#app/features/creation/server/start-preview.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { producePreview } from "./produce-preview.ts";

// No run hears of the other: a notification may be lost, and a run may be past its last look at the task.
vi.mock("#db/notify.ts", () => ({ notifyTask: async () => {}, watchTask: () => () => {} }));

withDatabase();

test("a job that runs twice at once leaves the finished preview with its files", async () => {
  const viewer = await addMember();
  const taskId = await startPreview({
    viewer,
    flow: "v2",
    script: "A: こんばんは。\nB: こんばんは。",
    title: "夜",
    inputText: "こんばんは。",
    speakingRate: 1,
    labels: [],
    factCheck: null,
  });
  const run = () =>
    producePreview({ payload: { taskId }, signal: AbortSignal.timeout(60_000) }).catch((error: unknown) => {
      // The slower one may notice that the other has ended the task, as any job may.
      if (!(error instanceof TaskEnded)) throw error;
    });
  await Promise.all([run(), run()]);
  const { state, preview } = await findTask({ viewer, taskId });
  expect(state).toBe("completed");
  expect(preview?.files).toHaveLength(2);
  for (const file of preview?.files ?? []) {
    expect(await audioStorage().stat(file.storageKey)).toMatchObject({ bytes: file.bytes });
  }
});
