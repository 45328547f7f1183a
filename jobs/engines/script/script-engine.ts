import type { FactCheck } from "#app/features/creation/creation.schema.ts";

interface WriteScriptOptions {
  /** The member's text: 1–2,000 characters after trimming, in any language. */
  inputText: string;
  /** The member's title; the engine derives one when it is missing or blank. */
  title?: string;
  signal: AbortSignal;
  /** Called with ascending whole percentages, the last one 100. */
  onProgress?: (percent: number) => void;
}

interface WrittenScript {
  /** 1–100 UTF-16 units, one line. */
  title: string;
  /** Lines `A: …` and `B: …`; both speakers appear. */
  script: string;
  /** 1–3 category names. */
  labels: string[];
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

interface RevisedScript {
  script: string;
  factCheck: FactCheck;
}

/** Writes scripts for two speakers. Implementations throw the signal's reason when aborted. */
export interface ScriptEngine {
  readonly name: string;
  write(options: WriteScriptOptions): Promise<WrittenScript>;
  revise(options: ReviseScriptOptions): Promise<RevisedScript>;
}
