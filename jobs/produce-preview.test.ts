// on one database: about sound and its files; the rows of tasks have tests of their own (task-lifecycle.test.ts)
import { expect, test, vi } from "vitest";
import { environment } from "#app/config/environment.ts";
import { aiNote } from "#app/engines/audio/ai-provenance.ts";
import { speechEngine } from "#app/engines/speech/choose-speech-engine.ts";
import { respeakLine, undoLine } from "#app/features/creation/preview/revision/revise-preview.server.ts";
import { startPreview } from "#app/features/creation/preview/start-preview.server.ts";
import { speechFolder } from "#app/features/creation/server/speech-cache.server.ts";
import { startOver } from "#app/features/creation/server/start-over.server.ts";
import { previews } from "#app/features/creation/tasks/server/creation-kinds.server.ts";
import { findTask } from "#app/features/creation/tasks/server/find-task.server.ts";
import * as pubsub from "#app/features/events/server/publish.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { runTask, TaskEnded } from "#app/features/tasks/run-task.server.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { newPreview } from "#test/new-preview.ts";
import { withSettings } from "#test/settings.ts";
import { producePreview } from "./produce-preview.ts";

// The runs do not notice each other: notifications can be lost, and a run may be past its last check of the task.
vi.spyOn(pubsub, "publishTaskChange").mockResolvedValue();
vi.spyOn(pubsub, "subscribeToTask").mockReturnValue(() => {});

withDatabase();
withSettings();

test("a job that runs twice at once leaves the finished preview with its files, and says first that AI made it where the settings ask", async () => {
  Object.assign(environment(), { AI_NOTE: "spoken" });
  const viewer = await addMember();
  const taskId = await startPreview({ ...newPreview, viewer, script: "A: こんばんは。\nB: こんばんは。" });
  const run = () =>
    runTask(previews, { taskId, signal: AbortSignal.timeout(60_000) }, producePreview).catch(
      (error: unknown) => {
        // The slower run may notice that the other has ended the task.
        if (!(error instanceof TaskEnded)) throw error;
      },
    );
  await Promise.all([run(), run()]);
  const { state, preview } = await findTask({ viewer, taskId });
  expect(state).toBe("completed");
  // Lines keep their place in the script; the notice has the number after the last.
  expect(preview?.cues.map(({ speaker, text, turn }) => [speaker, text, turn])).toEqual([
    ["A", aiNote, 2],
    ["A", "こんばんは。", 0],
    ["B", "こんばんは。", 1],
  ]);
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

test("a changed line is spoken alone, and undoing it speaks nothing and gives the sound of before", async () => {
  Object.assign(environment(), { AI_NOTE: "written" });
  const viewer = await addMember();
  const taskId = await startPreview({ ...newPreview, viewer, script: "A: こんばんは。\nB: よい夜を。" });
  const keptSpeech = async () => {
    const keys: string[] = [];
    for await (const key of audioStorage().list(speechFolder(viewer.id))) keys.push(key);
    return keys;
  };
  const run = async () => {
    await runTask(previews, { taskId, signal: AbortSignal.timeout(60_000) }, producePreview);
    const { preview } = await findTask({ viewer, taskId });
    return { kept: (await keptSpeech()).length, sound: preview?.files.map(({ sha256 }) => sha256), preview };
  };
  const first = await run();
  expect(first.kept).toBe(2);
  await respeakLine({ viewer, taskId, version: 0, line: 1, text: "おはよう。" });
  const second = await run();
  expect(second.kept).toBe(3);
  expect(second.sound).not.toEqual(first.sound);
  await undoLine({ viewer, taskId, version: 1 });
  const third = await run();
  expect(third).toMatchObject({ kept: 3, sound: first.sound });
  for (const { storageKey } of third.preview?.files ?? [])
    expect(await audioStorage().stat(storageKey)).not.toBeNull();
  for (const { storageKey } of second.preview?.files ?? [])
    expect(await audioStorage().stat(storageKey)).toBeNull();
  await startOver({ viewer, flow: "v2" });
  expect(await keptSpeech()).toEqual([]);
});
