/** Maximum length of a question in UTF-16 units, after trim. */
export const maxQuestionLength = 1000;

/** Shown when the answer is empty. */
export const emptyReplyMessage = "すみません、回答を生成できませんでした。もう一度お試しください。";

/** Shown when the request failed. */
export const failureMessage =
  "申し訳ございません。一時的な問題が発生しました。しばらく経ってからもう一度お試しください。";
