import type { RefusedForm } from "../refused-form.ts";
import { steadyProgress, steppedProgress } from "./simulated-progress.ts";

/**
 * What differs between the two creation pages; everything else is shared. The texts of failures are in
 * `creation-messages.ts`.
 */
export interface CreationFlow {
  flow: "v1" | "v2";
  path: string;
  /** On which step the reading rate is chosen (spec 3 §2.1, §2.2). */
  rateStep: "input" | "script-review";
  poll: {
    /** `task` asks for one task, `list` for all of the member's. */
    ask: "task" | "list";
    everyMs: number;
    afterErrorMs: number;
  };
  /** What the bar shows at least, in percent, `elapsedMs` after the work began. */
  simulate(elapsedMs: number): number;
  /** A task that was started on this page begins here, in percent. */
  newTaskProgress: number;
  /** The reset ends this long after it was asked for; until then nothing is polled (spec 3 §4). */
  resetMs: number;
  buttons: { generateScript: string; generateAudio: string };
}

/** `/create-post` (spec 3 §2.1): one task is polled every 3 s, 5 s after an error. */
export const firstFlow: CreationFlow = {
  flow: "v1",
  path: "/create-post",
  rateStep: "input",
  poll: { ask: "task", everyMs: 3000, afterErrorMs: 5000 },
  simulate: steadyProgress,
  newTaskProgress: 8,
  resetMs: 0,
  buttons: { generateScript: "台本を生成", generateAudio: "音声を生成" },
};

/** `/create-post-v2` (spec 3 §2.2): the member's task list is polled every 2 s. */
export const secondFlow: CreationFlow = {
  flow: "v2",
  path: "/create-post-v2",
  rateStep: "script-review",
  poll: { ask: "list", everyMs: 2000, afterErrorMs: 2000 },
  simulate: steppedProgress,
  newTaskProgress: 15,
  resetMs: 1000,
  buttons: { generateScript: "台本を生成", generateAudio: "このまま音声生成" },
};

export const creationFlows = { v1: firstFlow, v2: secondFlow };

/** Heading and document title of both pages. */
export const creationTitle = "AI音声生成";

export const creationSteps = [
  { id: "input", label: "入力" },
  { id: "script-review", label: "台本確認" },
  { id: "audio-preview", label: "音声確認" },
  { id: "final-review", label: "投稿" },
] as const;

export type CreationStep = (typeof creationSteps)[number]["id"];

/** What a creation page's form can ask of the server, in the field `intent`. */
export const creationIntents = [
  "generate-script",
  "regenerate-script",
  "generate-audio",
  "publish",
  "start-over",
  "cancel",
] as const;

export type CreationIntent = (typeof creationIntents)[number];

/** The four points a member agrees to when publishing (spec 3 §2.1). */
export const agreements = [
  "適切な内容で、有害な表現を含んでいません",
  "著作権やプライバシーを侵害していません",
  "虚偽の情報を含んでいません",
  "コミュニティガイドラインに従っています",
];

/** What a refused form asked for; undefined for a form that is none of ours. */
export function intentOf(refused: RefusedForm): CreationIntent | undefined {
  return creationIntents.find((intent) => intent === refused.values.intent);
}
