/** Characters, after trim. */
export const maxQuestionLength = 1000;

export const emptyReplyMessage = "すみません、回答を生成できませんでした。もう一度お試しください。";

export const failureMessage =
  "申し訳ございません。一時的な問題が発生しました。しばらく経ってからもう一度お試しください。";
