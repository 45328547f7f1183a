import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";
import { type FormResult, submittedValue } from "#app/ui/form/form-result.ts";

export type FlowId = "v1" | "v2";

/** A creation page, or a series with a due episode. */
export type TaskFlow = FlowId | "series";

/** What differs between the creation pages; failure titles are in `creation-messages.ts`. */
export interface CreationFlow {
  flow: FlowId;
  path: string;
  /** Prefix of its previews' file names. */
  filenamePrefix: string;
  /** Where the speaking rate is chosen. */
  speakingRateStep: "input" | "script-review";
  /** Nothing is loaded for this long after "start over". */
  resetDurationMs: number;
  buttons: { generateScript: string; generateAudio: string };
}

export const flowV1: CreationFlow = {
  flow: "v1",
  path: "/create-post",
  filenamePrefix: "",
  speakingRateStep: "input",
  resetDurationMs: 0,
  buttons: { generateScript: "台本を生成", generateAudio: "音声を生成" },
};

export const flowV2: CreationFlow = {
  flow: "v2",
  path: "/create-post-v2",
  filenamePrefix: "v2_",
  speakingRateStep: "script-review",
  resetDurationMs: 1000,
  buttons: { generateScript: "台本を生成", generateAudio: "このまま音声生成" },
};

export const creationFlows = { v1: flowV1, v2: flowV2 };

export const creationTitle = "AI音声生成";

/** Labels by words, between which they may break. */
export const creationSteps = [
  { id: "input", label: ["入力"] },
  { id: "script-review", label: ["台本", "確認"] },
  { id: "audio-preview", label: ["音声", "確認"] },
  { id: "final-review", label: ["投稿"] },
] as const;

export type CreationStep = (typeof creationSteps)[number]["id"];

/** `?step=` for what a member chose and no task says. */
export const chosenSteps = ["input", "edit", "publish", "start-over"] as const;

export type ChosenStep = (typeof chosenSteps)[number];

export function stepPath(flow: CreationFlow, step: ChosenStep): string {
  return `${flow.path}?step=${step}`;
}

/** Query for an author whose published track waits for an operator. */
export const awaitsReview = "?review";

const publishedParameter = "published";

/** The query of a track's page to which its author is sent when everybody can hear it: it says so, and what to do next. */
export const justPublished = `?${publishedParameter}`;

/** Not compared as a string: the router's script asks for the same page with `?published=`. */
export const isJustPublished = (query: URLSearchParams): boolean => query.has(publishedParameter);

const creationIntents = [
  "generate-script",
  "regenerate-script",
  "rewrite-script",
  "save-script",
  "set-reading",
  "set-line-reading",
  "save-voices",
  "generate-audio",
  "respeak-line",
  "undo-line",
  "save-heading",
  "publish",
  "start-over",
  "cancel",
] as const;

export type CreationIntent = (typeof creationIntents)[number];

export const agreements = [
  "適切な内容で、有害な表現を含んでいません",
  "著作権やプライバシーを侵害していません",
  "虚偽の情報を含んでいません",
  "コミュニティガイドラインに従っています",
];

/** The intent of a refused form; undefined if unknown. */
export function submittedIntent(formResult: FormResult): CreationIntent | undefined {
  const submitted = submittedValue(formResult, "intent");
  return creationIntents.find((intent) => intent === submitted);
}

/** Lengths count characters (`countCharacters`). */
export const maxTextLength = 2000;
export const maxTitleLength = 100;
/** Limit of lines per form field; longer scripts have several rows. */
export const linesPerRow = 50;
export const speakingRates = { min: 0.5, max: 2, step: 0.1, defaultRate: 1 };

const letter = /\p{L}/gu;
const speakable = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Latin}0-9]/gu;

export const unspeakableText =
  "読み上げられる文字がありません。日本語や英数字で、声に出せる文章を入力してください。";

/** Fewer spoken characters are a word, not a programme. */
const minSpokenCharacters = 4;

export const tooShortText = "短すぎて番組になりません。話してほしいことを、一文ほど入力してください。";

export function isLongEnough(text: string): boolean {
  return (normalizeUnicode(text, "NFKC").match(speakable)?.length ?? 0) >= minSpokenCharacters;
}

/**
 * Whether voices can speak a text: it has Japanese or Latin letters or figures, not lost among letters of scripts that no voice
 * speaks. Emoji and marks are no letters.
 */
export function isSpeakable(text: string): boolean {
  const folded = normalizeUnicode(text, "NFKC");
  const spoken = folded.match(speakable)?.length ?? 0;
  const silent = (folded.match(letter)?.length ?? 0) - spoken;
  return spoken > 0 && spoken * 2 >= silent;
}

/** The address of the sound of a line of a script. `isEdited`: of the changes that are not saved yet. */
export const lineSoundPath = (o: { taskId: string; line: number; isEdited?: boolean }): string =>
  `/api/audio-tasks/${o.taskId}/lines/${o.line}/sound${o.isEdited ? "?edited=true" : ""}`;
