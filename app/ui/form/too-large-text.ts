/** Under the message of a form that was too large to be read, and so can't be shown again with what was typed. */
export const tooLargeText =
  "ブラウザーの「戻る」で、入力した内容に戻れます。短くしてから、もう一度お送りください。";
