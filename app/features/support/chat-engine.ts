/**
 * Answers questions of the support chat. Chosen by the installation (`choose-chat-engine.server.ts`).
 */
export interface ChatEngine {
  readonly name: string;
  /**
   * The answer in Japanese, plain text: lines, and links as `「words」（/path）` to paths of this site. Says so when it
   * doesn't know. `message` is trimmed and not empty. Throws the signal's reason when aborted, and any error when it can't
   * do the work.
   */
  answer(question: { message: string; signal: AbortSignal }): Promise<string>;
}
