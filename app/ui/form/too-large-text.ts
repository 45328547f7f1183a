/** For a form too large to be read, whose text can't be shown again. */
export const tooLargeText =
  "ブラウザーの「戻る」で、入力した内容に戻れます。短くしてから、もう一度お送りください。";
