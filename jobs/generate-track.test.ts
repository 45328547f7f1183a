import { setImmediate } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test, vi } from "vitest";
import * as choice from "#app/engines/fact-check/choose-fact-checker.ts";
import type { FactChecker } from "#app/engines/fact-check/fact-checker.ts";
import { scriptSha256 } from "#app/engines/made-with.ts";
import { audioKey, audioStorage, folderOfTask } from "#app/features/storage/server/audio-storage.server.ts";
import { PermanentFailure, runTask, TaskEnded } from "#app/features/tasks/run-task.server.ts";
import type { GenerationStage } from "#app/features/themes/tasks/generation-task.ts";
import { generations } from "#app/features/themes/tasks/server/generation-kind.server.ts";
import { cancelGenerationTask } from "#app/features/themes/tasks/server/generation-task-verbs.server.ts";
import { findGenerationTask } from "#app/features/themes/tasks/server/list-generation-tasks.server.ts";
import {
  startTextTask,
  startThemeTask,
} from "#app/features/themes/tasks/server/start-generation-task.server.ts";
import { watchGenerationTask } from "#app/features/themes/tasks/server/watch-generation-task.server.ts";
import { db, write } from "#db/client.ts";
import { renditions, themes, trackSounds, tracks, transcriptCues } from "#db/schema/index.ts";
import { withDatabase } from "#test/database.ts";
import { addTheme } from "#test/themes.ts";
import { generateTrack } from "./generate-track.ts";
import * as speech from "./speak-script.ts";

withDatabase();

/** Stores a short file in place of speech, and notices its end. */
const speakQuickly: typeof speech.speakScript = async ({ taskId, signal, onProgress }) => {
  onProgress(50);
  const storageKey = audioKey(taskId, 64);
  await audioStorage().put(storageKey, new Uint8Array([1, 2, 3]));
  // As long as speech takes at least: what has ended the task is noticed.
  await setImmediate();
  signal.throwIfAborted();
  const files = [{ kbps: 64, sampleRate: 24_000, storageKey, bytes: 3, sha256: "0".repeat(64) }];
  return { durationMs: 1000, files, cues: [] };
};

const actor = { kind: "admin", name: "admin" } as const;
const content = "夜のラジオです。1853年に船が来ました。";
const startTheme = async () =>
  (await startThemeTask({ actor, themeId: await addTheme({ content }), speakingRate: 1.5 })).taskId;
const run = (taskId: string) =>
  runTask(generations, { taskId, signal: AbortSignal.timeout(60_000) }, generateTrack);
const checkWith = (checker: FactChecker) => vi.spyOn(choice, "factChecker").mockReturnValueOnce(checker);

async function filesOf(taskId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of audioStorage().list(folderOfTask(taskId))) keys.push(key);
  return keys;
}

/** The stages that a task goes through from now on, without repetitions; `onStage` is called at each. */
function watchStages(taskId: string, onStage: (stage: string) => void = () => {}): string[] {
  const stages: string[] = [];
  watchGenerationTask(taskId, {
    onMessages(messages) {
      for (const { stage } of messages) {
        if (stages.at(-1) === stage) continue;
        stages.push(stage);
        onStage(stage);
      }
    },
    onEnd: () => {},
  });
  return stages;
}

test("a theme becomes a track of the official account, and every stage that happens is told", async () => {
  const taskId = await startTheme();
  const stages = watchStages(taskId);
  await run(taskId);
  await expect.poll(() => stages.at(-1)).toBe("task_complete");
  // No search: the local checker does none.
  expect(stages).toEqual([
    "initialization",
    "task_initialization",
    "theme_loaded",
    "script_generation",
    "final_script_generation",
    "fact_checking",
    "fact_check_complete",
    "audio_generation",
    "audio_complete",
    "task_complete",
  ]);
  const task = await findGenerationTask(taskId);
  expect(task).toMatchObject({ state: "completed", attempts: 1, grounding: null, title: "夜のラジオ" });
  expect(task?.factCheck).toMatchObject({ status: "issues_found", confidence: expect.any(Number) });
  const [track] = await db.select().from(tracks).where(eq(tracks.taskId, taskId));
  expect(track).toMatchObject({ id: task?.trackId, userId: "mugen", script: task?.script });
  // What the engine could not verify is disclosed in the script.
  expect(track?.script).toMatch(/確かめ|確認/);
  expect(track?.making).toMatchObject({
    script: { engine: "local", sha256: scriptSha256(track?.script ?? ""), isEdited: false },
    factCheck: { engine: "local" },
    speech: { engine: "local", voices: [{ speaker: "A", id: "mei" }] },
  });
  const trackId = track?.id ?? 0;
  expect(await db.$count(transcriptCues, eq(transcriptCues.trackId, trackId))).toBeGreaterThan(1);
  const stored = await db.select().from(renditions).where(eq(renditions.trackId, trackId));
  expect(await db.$count(trackSounds, eq(trackSounds.trackId, trackId))).toBe(stored.length);
  expect((await filesOf(taskId)).toSorted()).toEqual(stored.map(({ storageKey }) => storageKey).toSorted());
});

// Only the first test speaks for real.
describe("with quick speech", () => {
  // Anew for each test: one that is cancelled early leaves its own implementation unused, and the next would take it.
  beforeEach(() => void vi.spyOn(speech, "speakScript").mockReset().mockImplementation(speakQuickly));

  test("a job that runs twice at once leaves one track with its files", async () => {
    const { taskId } = await startTextTask({ actor, inputText: content, speakingRate: 1.5 });
    const quietly = () =>
      run(taskId).catch((error: unknown) => {
        // The slower run may notice that the other has ended the task.
        if (!(error instanceof TaskEnded)) throw error;
      });
    await Promise.all([quietly(), quietly()]);
    const published = await db.select().from(tracks).where(eq(tracks.taskId, taskId));
    expect(published).toHaveLength(1);
    const stored = await db
      .select()
      .from(renditions)
      .where(eq(renditions.trackId, published[0]?.id ?? 0));
    expect((await filesOf(taskId)).toSorted()).toEqual(stored.map(({ storageKey }) => storageKey).toSorted());
  });

  test.each<GenerationStage>(["theme_loaded", "fact_checking", "audio_generation"])(
    "cancelled at %s it stops, without a track and without a file",
    async (stage) => {
      const taskId = await startTheme();
      const cancelled = Promise.withResolvers<void>();
      watchStages(taskId, (reached) => {
        if (reached === stage) cancelled.resolve(cancelGenerationTask({ actor, taskId }));
      });
      // Quick speech could end before the cancellation has come through.
      vi.mocked(speech.speakScript).mockImplementationOnce(async (options) => {
        await cancelled.promise;
        return speakQuickly(options);
      });
      const ended = run(taskId).catch((error: unknown) => error);
      await cancelled.promise;
      await ended;
      expect((await findGenerationTask(taskId))?.state).toBe("cancelled");
      expect(await db.$count(tracks, eq(tracks.taskId, taskId))).toBe(0);
      expect(await filesOf(taskId)).toEqual([]);
    },
  );

  test("a theme that was rejected meanwhile is not made a track", async () => {
    const themeId = await addTheme({ content });
    const { taskId } = await startThemeTask({ actor, themeId, speakingRate: 1 });
    await write((tx) => tx.update(themes).set({ status: "rejected" }).where(eq(themes.id, themeId)));
    await expect(run(taskId)).rejects.toThrow(PermanentFailure);
  });

  test("a fact check that does not succeed is said so, and a search is told where the checker does one", async () => {
    const broken = await startTheme();
    checkWith({ name: "broken", check: () => Promise.reject(new Error("out of reach")) });
    await run(broken);
    expect(await findGenerationTask(broken)).toMatchObject({
      state: "completed",
      factCheck: { status: "error", confidence: 0, issues: [] },
    });

    const searched = await startTheme();
    const grounding = { engine: "test", sources: [{ title: "年表", url: "https://example.com/" }] };
    checkWith({
      name: "searching",
      search: () => Promise.resolve(grounding),
      check: async (options) => ({
        status: "verified",
        confidence: options.grounding ? 95 : 0,
        summary: "",
        issues: [],
        claims: [],
      }),
    });
    const stages = watchStages(searched);
    await run(searched);
    await expect.poll(() => stages.at(-1)).toBe("task_complete");
    expect(stages.slice(4, 9)).toEqual([
      "final_script_generation",
      "grounding_search",
      "grounding_complete",
      "fact_checking",
      "fact_check_complete",
    ]);
    expect(await findGenerationTask(searched)).toMatchObject({ grounding, factCheck: { confidence: 95 } });
  });
});
