import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";
import { type FormResult, submittedValue } from "#app/ui/form/form-result.ts";

/** The two creation pages, as rows and addresses name them. */
export type FlowId = "v1" | "v2";

/** What differs between the two creation pages; the titles of their failures stand in `creation-messages.ts`. */
export interface CreationFlow {
  flow: FlowId;
  path: string;
  /** Begins the names of its previews' files. */
  filenamePrefix: string;
  /** The step on which the speaking rate is chosen. */
  speakingRateStep: "input" | "script-review";
  /** How long nothing is loaded after "start over". */
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

/** Heading and document title of both pages. */
export const creationTitle = "AI音声生成";

export const creationSteps = [
  { id: "input", label: "入力" },
  { id: "script-review", label: "台本確認" },
  { id: "audio-preview", label: "音声確認" },
  { id: "final-review", label: "投稿" },
] as const;

export type CreationStep = (typeof creationSteps)[number]["id"];

/** Values of `?step=`, for what a member chose and no task says: the input again, to edit the script, the final review, to start over. */
export const chosenSteps = ["input", "edit", "publish", "start-over"] as const;

export type ChosenStep = (typeof chosenSteps)[number];

/** Address of a chosen step of a creation page. */
export function stepPath(flow: CreationFlow, step: ChosenStep): string {
  return `${flow.path}?step=${step}`;
}

/** The query of a track's page to which its author is sent when it was published but waits for an operator. */
export const awaitsReview = "?review";

/** Values of the field `intent` of a creation page's forms. */
export const creationIntents = [
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

/** The points that a member agrees to when publishing. */
export const agreements = [
  "適切な内容で、有害な表現を含んでいません",
  "著作権やプライバシーを侵害していません",
  "虚偽の情報を含んでいません",
  "コミュニティガイドラインに従っています",
];

/** The intent of a refused form; undefined for an unknown one. */
export function submittedIntent(formResult: FormResult): CreationIntent | undefined {
  const submitted = submittedValue(formResult, "intent");
  return creationIntents.find((intent) => intent === submitted);
}

/** Maximum lengths, in characters as `countCharacters` counts them. */
export const maxTextLength = 2000;
export const maxTitleLength = 100;
/** Form fields hold at most so many lines in a row; a longer script has several rows. */
export const linesPerRow = 50;
/** Range and step of the speaking rate. */
export const speakingRates = { min: 0.5, max: 2, step: 0.1, defaultRate: 1 };

const letter = /\p{L}/gu;
const speakable = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Latin}0-9]/gu;

/** That a text has nothing to speak. */
export const unspeakableText =
  "読み上げられる文字がありません。日本語や英数字で、声に出せる文章を入力してください。";

/** Spoken characters without which a text is a word and no programme. */
const minSpokenCharacters = 4;

/** That a text is too short. */
export const tooShortText = "短すぎて番組になりません。話してほしいことを、一文ほど入力してください。";

/** Whether a text has anything to tell: marks and spaces do not count. */
export function isLongEnough(text: string): boolean {
  return (normalizeUnicode(text, "NFKC").match(speakable)?.length ?? 0) >= minSpokenCharacters;
}

/**
 * Whether the voices can speak a text: it has Japanese or Latin letters or figures, and these are not lost among letters of
 * scripts that no voice speaks. Emoji and marks are no letters.
 */
export function isSpeakable(text: string): boolean {
  const folded = normalizeUnicode(text, "NFKC");
  const spoken = folded.match(speakable)?.length ?? 0;
  const silent = (folded.match(letter)?.length ?? 0) - spoken;
  return spoken > 0 && spoken * 2 >= silent;
}
