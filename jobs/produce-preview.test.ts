import { expect, test, vi } from "vitest";
import { startPreview } from "#app/features/creation/preview/start-preview.server.ts";
import { findTask } from "#app/features/creation/tasks/server/find-task.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import * as pubsub from "#db/pubsub.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { speechEngine } from "./engines/speech/choose-speech-engine.ts";
import { producePreview } from "./produce-preview.ts";
import { TaskEnded } from "./task-run.ts";

// The runs do not notice each other: notifications can be lost, and a run may be past its last check of the task.
vi.spyOn(pubsub, "publishTaskChange").mockResolvedValue();
vi.spyOn(pubsub, "subscribeToTask").mockReturnValue(() => {});

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
      // The slower run may notice that the other has ended the task.
      if (!(error instanceof TaskEnded)) throw error;
    });
  await Promise.all([run(), run()]);
  const { state, preview } = await findTask({ viewer, taskId });
  expect(state).toBe("completed");
  const { sampleRate } = await speechEngine();
  expect(preview?.files.map((file) => [file.kbps, file.sampleRate])).toEqual(
    sampleRate > 24_000
      ? [
          [64, sampleRate / 2],
          [128, sampleRate],
        ]
      : [[64, sampleRate]],
  );
  for (const file of preview?.files ?? []) {
    expect(await audioStorage().stat(file.storageKey)).toMatchObject({ bytes: file.bytes });
  }
});
