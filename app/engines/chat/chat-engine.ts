import type { Passage } from "./passage-index.ts";

export interface SupportPassage extends Passage {
  /** With anchor; a help note's screen. */
  path: string;
  sourceTitle: string;
  /** Quoted whole; of others only matching lines. */
  isAnswer: boolean;
}

export interface ChatEngine {
  readonly name: string;
  /**
   * Japanese plain text with line breaks; this site's pages as `「text」（/path）`. Admits not knowing. Throws the signal's reason,
   * and errors.
   */
  answer(question: ChatQuestion): Promise<string>;
}

export interface ChatQuestion {
  /** Trimmed, not empty. */
  message: string;
  signal: AbortSignal;
}
