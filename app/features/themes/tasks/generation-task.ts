import type { generationTaskStates, generationTasks } from "#db/schema/index.ts";

export type GenerationTask = typeof generationTasks.$inferSelect;
export type GenerationTaskState = (typeof generationTaskStates)[number];

/** Only an engine that searches has that stage. `error` is no stage of a row: watchers of a failed task are told it. */
const generationStages = [
  "initialization",
  "task_initialization",
  "theme_loaded",
  "script_generation",
  "final_script_generation",
  "grounding_search",
  "grounding_complete",
  "fact_checking",
  "fact_check_complete",
  "audio_generation",
  "audio_complete",
  "task_complete",
] as const satisfies readonly GenerationTask["stage"][];
export type GenerationStage = (typeof generationStages)[number];

/** In percent, at the stage's beginning; scripts and audio go on from there. */
export const stageProgress: Record<GenerationStage, number> = {
  initialization: 0,
  task_initialization: 2,
  theme_loaded: 5,
  script_generation: 8,
  final_script_generation: 20,
  grounding_search: 22,
  grounding_complete: 25,
  fact_checking: 26,
  fact_check_complete: 30,
  audio_generation: 30,
  audio_complete: 98,
  task_complete: 100,
};

export const stageMessages: Record<GenerationStage, string> = {
  initialization: "順番を待っています",
  task_initialization: "タスクを開始しました",
  theme_loaded: "テーマを読み込みました",
  script_generation: "台本を書いています",
  final_script_generation: "指摘を反映して、台本を仕上げています",
  grounding_search: "参考になる情報を探しています",
  grounding_complete: "参考になる情報が集まりました",
  fact_checking: "ファクトチェックをしています",
  fact_check_complete: "ファクトチェックが終わりました",
  audio_generation: "音声を作っています",
  audio_complete: "音声ができました",
  task_complete: "公開しました",
};

/** The three steps of a task, and what comes before them. */
export type GenerationStep = "pending" | "script_generation" | "audio_generation" | "completed";

export function stepOf(stage: GenerationStage): GenerationStep {
  const at = generationStages.indexOf(stage);
  if (at < generationStages.indexOf("script_generation")) return "pending";
  if (at < generationStages.indexOf("audio_generation")) return "script_generation";
  return stage === "task_complete" ? "completed" : "audio_generation";
}

export const stepNames: Record<GenerationStep, string> = {
  pending: "開始準備中",
  script_generation: "台本の生成",
  audio_generation: "音声の生成",
  completed: "完了",
};

export const stateNames: Record<GenerationTaskState, string> = {
  queued: "待機中",
  processing: "処理中",
  completed: "完了",
  failed: "失敗",
  cancelled: "中止",
};

/** The console's default is slower than the members'. */
export const generationRates = [0.5, 0.75, 1, 1.25, 1.5] as const;
export const defaultGenerationRate = 0.75;

/** About `recommendedTextLength` characters make a track of a minute or two. */
export const maxGenerationTextLength = 1000;
export const recommendedTextLength = 400;

export const tasksPerPage = 10;

export const clearedMessages = {
  failed: (count: number) => `失敗したタスクを${count}件削除しました`,
  invalid: (count: number) => `無効なタスクを${count}件削除しました`,
};

export const failureAdvice = "テーマを抽出し直して、もう一度お試しください。";

/** Of ended tasks (docs/deploy.md). */
export const historyDays = 365;
