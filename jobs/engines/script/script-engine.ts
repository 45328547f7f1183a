import type { FactCheck } from "#app/features/creation/fact-check.ts";

export interface WriteScriptOptions {
  /** The member's text: 1–2,000 characters after trim, of any script. */
  inputText: string;
  /** The member's title; the engine makes one when it is missing or blank. */
  title?: string;
  signal: AbortSignal;
  /** Called with whole numbers that never fall, the last one 100. */
  onProgress?: (percent: number) => void;
}

export interface WrittenScript {
  /** 1–100 UTF-16 units, one line. */
  title: string;
  /** Lines `A: …` / `B: …` in which both speakers appear. */
  script: string;
  /** 1–3 category names. */
  labels: string[];
  factCheck: FactCheck;
}

export interface ReviseScriptOptions {
  /** The member's text from which the script was made. */
  inputText: string;
  originalScript: string;
  /** The issues of the fact check that the new script is to reflect. */
  issues: readonly string[];
  signal: AbortSignal;
}

export interface RevisedScript {
  script: string;
  factCheck: FactCheck;
}

/**
 * Writes two-voice scripts (decisions.md, Creation). Implementations throw the signal's reason when
 * they are aborted, and an error with a Japanese message when they can't do the work.
 */
export interface ScriptEngine {
  readonly name: string;
  write(options: WriteScriptOptions): Promise<WrittenScript>;
  revise(options: ReviseScriptOptions): Promise<RevisedScript>;
}
