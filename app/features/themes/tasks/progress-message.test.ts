import { expect, test } from "vitest";
import { type GenerationStage, type GenerationTask, stageProgress, stepOf } from "./generation-task.ts";
import { createProgressFeed, isFinal } from "./progress-message.ts";

const at = new Date("2026-11-22T10:00:00Z");

function row(stages: GenerationStage[], changes: Partial<GenerationTask> = {}): GenerationTask {
  const stageLog = stages.map((stage) => ({ stage, at: at.getTime(), progress: stageProgress[stage] }));
  const stage = stages.at(-1) ?? "initialization";
  return {
    id: "a",
    kind: "text",
    themeId: null,
    inputText: "本文",
    activeKey: "text a",
    speakingRate: 0.75,
    state: "processing",
    stage,
    stageLog,
    progress: stageProgress[stage],
    attempts: 1,
    script: null,
    title: null,
    labels: null,
    factCheck: null,
    making: null,
    grounding: null,
    trackId: null,
    error: null,
    failureCause: null,
    createdAt: at,
    startedAt: at,
    updatedAt: at,
    endedAt: null,
    ...changes,
  };
}

const stagesOf = (messages: { stage: string; progress: number }[]) =>
  messages.map(({ stage, progress }) => `${stage} ${progress}`);

test("every stage is told once and in order, however late the row is read", () => {
  const feed = createProgressFeed();
  const begun: GenerationStage[] = ["initialization", "task_initialization", "script_generation"];
  expect(stagesOf(feed(row(begun)))).toEqual([
    "initialization 0",
    "task_initialization 2",
    "script_generation 8",
  ]);
  expect(feed(row(begun))).toEqual([]);
  const later: GenerationStage[] = [...begun, "fact_checking", "fact_check_complete", "audio_generation"];
  expect(stagesOf(feed(row(later, { progress: 41 })))).toEqual([
    "fact_checking 26",
    "fact_check_complete 30",
    "audio_generation 30",
    "audio_generation 41",
  ]);
  expect(feed(row(later, { progress: 41 }))).toEqual([]);
  const done = row([...later, "audio_complete", "task_complete"], { state: "completed", trackId: 7 });
  const [, last] = feed(done);
  expect(last).toMatchObject({
    stage: "task_complete",
    progress: 100,
    details: { trackId: 7 },
    rawData: { finalTrackData: { id: 7 } },
  });
  expect(last && isFinal(last)).toBe(true);
  expect(feed(done)).toEqual([]);
});

test("a run that begins anew goes back in progress and is told again", () => {
  const feed = createProgressFeed();
  feed(row(["initialization", "task_initialization", "audio_generation"], { progress: 80 }));
  const again = row(["initialization", "task_initialization", "audio_generation", "task_initialization"]);
  expect(stagesOf(feed(again))).toEqual(["task_initialization 2"]);
  expect(stagesOf(feed({ ...again, progress: 9 }))).toEqual(["task_initialization 9"]);
});

test.each([
  [{ state: "failed", error: "台本が空です" } as const, "台本が空です"],
  [{ state: "cancelled" } as const, "タスクは中止されました"],
])("the end without a track is an error that says why: %o", (changes, message) => {
  const feed = createProgressFeed();
  const messages = feed(row(["initialization", "task_initialization"], { ...changes, endedAt: at }));
  expect(messages.map(({ stage }) => stage)).toEqual(["initialization", "task_initialization", "error"]);
  expect(messages.at(-1)).toMatchObject({ message, timestamp: at.toISOString() });
  expect(feed(row([], changes))).toEqual([]);
});

test("the stages belong to four steps", () => {
  expect(
    (
      ["initialization", "theme_loaded", "fact_check_complete", "audio_complete", "task_complete"] as const
    ).map(stepOf),
  ).toEqual(["pending", "pending", "script_generation", "audio_generation", "completed"]);
});
