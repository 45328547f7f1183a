/** Maximum length of a question in UTF-16 units, after trim. */
export const maxQuestionLength = 1000;

/** Shown when the answer is empty. */
export const emptyReplyMessage = "すみません、回答を生成できませんでした。もう一度お試しください。";

/** Shown when the request failed. */
export const failureMessage =
  "申し訳ございません。一時的な問題が発生しました。しばらく経ってからもう一度お試しください。";

/** Answers the questions of the support chat. */
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
  /** The member who asks; null for a visitor. */
  userId: string | null;
  signal: AbortSignal;
}
