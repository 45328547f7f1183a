import { argumentsOf, readMood } from "./mood.ts";
import { isPeople, kinds } from "./noun-kinds.ts";
import type { Sentence } from "./sentence.ts";

const number =
  /(?<!\p{Nd})0\p{Nd}{1,3}[-‐−–—ー()のノ ]{0,2}\p{Nd}{2,4}[-‐−–—ー()のノ ]{0,2}\p{Nd}{3,4}(?!\p{Nd})|[\w.+-]+@[\w-]+\.[\w.]+|\p{Nd}{1,3}丁目|[町村区市台丘]\p{Nd}{1,3}[-‐−–—ー]\p{Nd}|番地|\p{Nd}{2,4}号室?|ナンバー\p{Nd}|タワー\p{Nd}{3,4}/u;
/** Where somebody is at what time. */
const whereabouts =
  /(?:毎日|毎朝|毎晩|いつも|平日|朝|夕方|夜|下校|登校)[^。]{0,16}(?:出てくる|出る|通る|通って|帰る|乗る|いる|現れる)|(?:住んで|通って|勤めて|働いて)い?る/u;
const guilty =
  /元バイト|元店員|元社員|潰した|盗んだ|犯人|主犯|裏切り者|こいつ|そいつ|あいつ|クレーマー|この(?:女|男|店員|人)|あの(?:女|男|記者|審判)|不倫|元彼|元カレ|元カノ|元妻|元夫|例の|担任|審判|記者|加害者|ユーチューバー|この子|した(?:男|女|やつ)|配信者|の(?:娘|息子|妹|弟|妻|夫|家|自宅|実家|車)/u;
const molests =
  /^(?:待つ|もらう|逃がす|つける|待ち伏せ|囲む|取り囲む|つける|追い回す|突撃|凸|押しかける|押し掛ける|投げる|ぶつける|鳴らす|かける|かけまくる|送りつける|送る|晒す|さらす|拡散|つぶす|潰す|脅す|困らせる|謝る|謝らせる|やる|入れる|電話|抗議|こらしめる|懲らしめる|書き込む|書く|パンク|切る|蹴る|怒鳴る|問い詰める|辞める|首|クビ|聞く|好き|言う|思い知らせる|よろしく|お邪魔|訪ねる|尾行|撮る|祭り)$/u;
const hostile =
  /待ち伏せ|タイヤ|いやがらせ|嫌がらせ|無言|いたずら|文句|苦情|クレーム|抗議|突撃|凸|押しかけ|押し掛け|謝らせ|潰|つぶ|石|卵|ゴミ|ごみ|落書き|首に|クビ|祭り|思い知|懲らし|こらし|拡散|好きに|夜中|まく[っりれろ]|つけろ|脅|やっちゃ|朝から晩|一日中|低評価|逃がすな|待ち構え|問い詰め|囲/u;
const exposes = /^(?:晒す|さらす|載せる|載せとく|貼る|貼っとく|公開|ばらす|バラす|流す|暴露|拡散|特定)$/u;
const kind =
  /お問い合わせ|お待ちして|ご連絡|お知らせください|見かけた方|さがして|探して|捜索|行方不明|警察|交番|110|被害|相談|通報|やめ|しないで|犯罪|受付|予約|募集中です|応援|お礼|祝|誕生日|歓迎|送別|引っ越|年賀|事務局|移転|営業/u;

/** Whether a private place or number of somebody is given and others are urged to molest, or it is given away to all. */
export function exposesSomebody(sentence: Sentence, nearby: string): boolean {
  if (sentence.isFiction || sentence.isReported || sentence.isQuoted || kind.test(nearby)) return false;
  const isPrivate =
    number.test(nearby) ||
    whereabouts.test(nearby) ||
    /(?:本名|顔写真|学校名|勤務先|勤め先|実家|住所|自宅|通学)(?:は|が|を|の|と)/u.test(nearby);
  if (!isPrivate) return false;
  const { clauses, phrases, text } = sentence;
  const isSomebodys = guilty.test(nearby) || phrases.some((phrase) => isPeople(phrase));
  if (!isSomebodys) return false;
  const urges = clauses.some(({ predicate }, at) => {
    if (!molests.test(predicate.base)) return false;
    const mood = readMood(sentence, at);
    return (
      !mood.isDenied &&
      !mood.isForbidden &&
      !mood.isAsked &&
      (mood.isUrged || mood.isIntended || (mood.isPast === false && /(?:て|で)$/u.test(predicate.tail)))
    );
  });
  if ((urges || /(?:よろしく|祭り|希望|集合)[。！!]?$/u.test(text)) && hostile.test(nearby)) return true;
  return clauses.some(({ predicate }, at) => {
    if (!exposes.test(predicate.base)) return false;
    const mood = readMood(sentence, at);
    const isPersonal =
      argumentsOf(sentence, at).some(({ text: noun }) => kinds.home.test(noun)) || number.test(text);
    return (
      isPersonal &&
      !mood.isPassive &&
      !mood.isDenied &&
      !mood.isForbidden &&
      !mood.isCondition &&
      (mood.isIntended || mood.isUrged) &&
      guilty.test(nearby)
    );
  });
}
