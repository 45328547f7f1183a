const greeting =
  /^(こんにち[はわ]|こんばん[はわ]|おはよう(ございます)?|はじめまして|初めまして|やあ|もしもし|どうも|お疲れ(様|さま)(です|でした)?|よろしく(お願いします)?|hello|hi|hey)$/;
const thanks =
  /^(どうも)?(ありがとう|有難う|有り難う|サンキュー|thanks?|thank you|助かりました|助かった|解決しました|わかりました|分かりました|了解(です|しました)?|なるほど)(ございます|ございました|!|です)*$/;
const whoAreYou = /^(あなた|君|きみ)(は|って)?(誰|だれ|何|なに|ai|人間|ロボット|ボット)/;

/** The answer to words that ask for nothing; null where something is asked. */
export function smallTalk(message: string): string | null {
  const words = message
    .normalize("NFKC")
    .toLowerCase()
    .split(/[\s、。!！?？~〜ー…,.]+/)
    .filter(Boolean);
  if (words.length === 0) return null;
  const whole = words.join("");
  if (whoAreYou.test(whole))
    return "Mugenの自動応答です。よくある質問、使い方、規約の文章から、ご質問に近いところをお答えします。人がお答えするものではありません。";
  if (words.every((word) => greeting.test(word)))
    return "こんにちは。Mugenの使い方、料金、アカウントのことなど、知りたいことをお書きください。";
  if (words.every((word) => thanks.test(word) || greeting.test(word)))
    return "お役に立てたならうれしいです。ほかにも気になることがあれば、いつでもどうぞ。";
  return null;
}
