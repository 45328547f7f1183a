import type { FactCheck } from "#app/engines/fact-check/fact-check.schema.ts";
import type { TextKind } from "./text-kind.ts";

/** 対話, 解説, インタビュー, 朗読. */
export type ScriptForm = "dialogue" | "explainer" | "interview" | "reading";

/** ふつう, 短め. */
export type ScriptLength = "normal" | "short";

export interface WriteScriptOptions {
  /** The member's text: 1–2,000 characters after trimming, in any language. */
  inputText: string;
  /** The member's title; the engine derives one when it is missing or blank. */
  title?: string;
  /** 対話 by default. */
  form?: ScriptForm;
  /** ふつう by default; the local engine leaves nothing out. */
  length?: ScriptLength;
  /** Of which kind the text is, which gives the tone; found by rules without it. */
  textKind?: TextKind;
  /** Whether the hosts open and close it; they do by default. */
  hasGreetings?: boolean;
  /** The member's newest scripts: an opening or a closing of theirs is not used again. */
  recentScripts?: readonly string[];
  signal: AbortSignal;
  /** Called with ascending whole percentages, the last one 100. */
  onProgress?: (percent: number) => void;
}

export interface WrittenScript {
  /** 1–100 UTF-16 units, one line. */
  title: string;
  /**
   * Lines `A: …` and `B: …`; verses go on in the next line. In a dialogue and an interview both speakers appear, except in scripts
   * of texts under 40 characters or of a single sentence, which are a reading in fact; in a reading only A.
   */
  script: string;
  /** 1–3 category names. */
  labels: string[];
  /** The kind as which it was written. */
  textKind: TextKind;
  factCheck: FactCheck;
}

interface ReviseScriptOptions {
  /** The member's text from which the script was made. */
  inputText: string;
  originalScript: string;
  /** The issues of the fact check that the new script discloses. */
  issues: readonly string[];
  signal: AbortSignal;
}

export interface RevisedScript {
  script: string;
  factCheck: FactCheck;
}

/**
 * Writes scripts. A text that is a script already (`readOwnTurns`) stays as it is, whatever its form. Implementations throw the
 * signal's reason when aborted.
 */
export interface ScriptEngine {
  readonly name: string;
  write(options: WriteScriptOptions): Promise<WrittenScript>;
  revise(options: ReviseScriptOptions): Promise<RevisedScript>;
}
