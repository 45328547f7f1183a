import type { Passage } from "./passage-index.ts";

export interface SupportPassage extends Passage {
  /** Path of the source with its anchor; of a help note the screen that it is about. */
  path: string;
  sourceTitle: string;
  /** Quoted as a whole. Of other passages only the matching lines are quoted. */
  isAnswer: boolean;
}

export interface ChatEngine {
  readonly name: string;
  /**
   * The answer in Japanese as plain text with line breaks; links to pages of this site are written `「text」（/path）`. Says
   * so when it does not know. Throws the signal's reason when aborted, and any error when it fails.
   */
  answer(question: ChatQuestion): Promise<string>;
}

export interface ChatQuestion {
  /** Trimmed and not empty. */
  message: string;
  signal: AbortSignal;
}
