import type { FactCheck } from "#app/engines/fact-check/fact-check.schema.ts";
import type { VoicePace } from "#app/engines/speech/voice-pace.ts";
import type { Speaker } from "./script.ts";
import type { TextKind } from "./text-kind.ts";

/** 対話, 解説, インタビュー, 朗読, 要点, 一問一答, 討論, やさしく. */
export type ScriptForm =
  | "dialogue"
  | "explainer"
  | "interview"
  | "reading"
  | "points"
  | "questions"
  | "debate"
  | "plain";

/** ふつう, 短め. */
export type ScriptLength = "normal" | "short";

/** How long a script shall be when these voices speak it. */
export interface TargetLength {
  seconds: number;
  speakingRate: number;
  pacesOf: (kind: TextKind) => Readonly<Record<Speaker, VoicePace>>;
}

export interface WriteScriptOptions {
  /** 1–2,000 characters after trimming, any language. */
  inputText: string;
  title?: string;
  /** 対話 by default. */
  form?: ScriptForm;
  /** Default ふつう; the local engine shortens nothing. */
  length?: ScriptLength;
  /** The member chose the sentences: 要点 leaves none of them out. */
  isChosen?: boolean;
  /** What the member wants to hear of, for a model; rules have chosen the text's sentences by it. May be empty. */
  focus?: string;
  /** Told to a model, which may miss it. The local engine tells all of a text, which was chosen by its length (`fitText`). */
  targetLength?: TargetLength;
  /** By default found by rules; sets the tone. */
  textKind?: TextKind;
  hasGreetings?: boolean;
  /** Their openings and closings are avoided. */
  recentScripts?: readonly string[];
  signal: AbortSignal;
  /** Ascending integers up to 100. */
  onProgress?: (percent: number) => void;
}

export interface WrittenScript {
  /** 1–100 UTF-16 units, one line. */
  title: string;
  /**
   * Lines `A: …`, `B: …`; verses continue on the next. Dialogue and interview have both, except texts under 40 characters or of
   * one sentence; a reading only A.
   */
  script: string;
  labels: string[];
  textKind: TextKind;
  factCheck: FactCheck;
}

interface ReviseScriptOptions {
  inputText: string;
  originalScript: string;
  issues: readonly string[];
  signal: AbortSignal;
}

export interface RevisedScript {
  script: string;
  factCheck: FactCheck;
}

/** A text that is a script (`readOwnTurns`) stays. Throws the signal's reason. */
export interface ScriptEngine {
  readonly name: string;
  write(options: WriteScriptOptions): Promise<WrittenScript>;
  revise(options: ReviseScriptOptions): Promise<RevisedScript>;
}
