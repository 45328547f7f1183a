/** Shown where an answer has no words (spec 2 §8). */
export const emptyReplyText = "すみません、回答を生成できませんでした。もう一度お試しください。";

/** Shown where no answer came (spec 2 §8). */
export const failureText =
  "申し訳ございません。一時的な問題が発生しました。しばらく経ってからもう一度お試しください。";
