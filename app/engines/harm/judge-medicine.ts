import { argumentsOf, readMood } from "./mood.ts";
import { kinds } from "./noun-kinds.ts";
import { type Sentence, tailSays } from "./sentence.ts";

/** Doing without what heals. */
const leaves = /^(?:やめる|止める|捨てる|断る|拒む|拒否|中止|中断|減らす|さぼる|断つ|絶つ|抜く)$/u;
const takes =
  /^(?:飲む|のむ|打つ|受ける|呼ぶ|行く|かかる|使う|頼る|信じる|飲ませる|打たせる|受けさせる|通う|いる|要る|飲める)$/u;
const heals =
  /^(?:治る|治す|なおる|治せる|完治|消える|消す|効く|なくなる|よくなる|良くなる|治癒|改善|回復|下がる|死滅|予防|防げる|大丈夫|助かる|退治|撃退|逃げる|きれい)$/u;
const given =
  /^(?:飲む|のむ|飲ませる|塗る|吸う|吸い込む|与える|あげる|なめる|注射|打つ|入れる|うがい|浴びる|食べる|食べさせる|飲める|溶かす|薄める|垂らす)$/u;
const infant = /赤ちゃん|乳児|新生児|[零〇0ゼロ]歳|生後/u;
/** Not for infants. */
const notForInfants = /はちみつ|蜂蜜|ハチミツ|生卵|アスピリン|お酒|ウイスキー/u;
/** What heals no grave illness by itself. */
const folk =
  /水|塩|温め|断食|絶食|祈|気功|波動|葉|酵素|サプリ|重曹|にんじん|ジュース|断つ|石|お札|気のせい|気合|気持ち|呼吸|玄米|整体|オイル|アロマ|砂糖|肉を|日光|念|笑|洗|尿|お茶|針|血を出|お灸|さす|もむ|貼|塗|だけ/u;
const deadly = /^(?:毒|猛毒|毒物|兵器|殺人兵器|殺す|死ぬ|壊す|全滅|早死に|破壊|不妊|廃人)$/u;
const unreal = /^(?:気のせい|嘘|うそ|作り話|でたらめ|甘え|存在しない|陰謀|まやかし)$/u;

/** Doctors' advice, doubt, and the warning itself. */
const careful =
  /頭痛|肩こり|腰痛|風邪|ふだん|いいように|相談|指示|処方(?!箋なし)|自己判断|自分の判断|副作用|場合があ|ことがあ|可能性|研究|根拠|広告|うたう|という(?:説|話|うわさ|噂|デマ)|誤り|誤解|間違い|デマ|ではない|ではありません|治りません|治らな|効きません|効かない(?!薬)|危険|与えない|飲ませない|飲まないで|混ぜないで|誤って|誤飲|注意|迷わず|すぐに(?:病院|受診|医師)|受診(?:して|しま|を)/u;

/** Whether a false statement about healing would endanger whoever follows it: to leave a treatment, to take a poison, a cure-all. */
export function endangersHealth(sentence: Sentence): boolean {
  const { clauses, text } = sentence;
  if (
    sentence.isFiction ||
    sentence.isReported ||
    sentence.isHistory ||
    sentence.isQuoted ||
    sentence.isPersonal
  )
    return false;
  if (careful.test(text)) return false;
  const isIll = sentence.phrases.some(
    ({ text: noun, tail }) => kinds.ill.test(noun) && !/^(?:な)/u.test(tail),
  );
  return clauses.some((clause, at) => {
    const { predicate, nouns } = clause;
    const { base, tail } = predicate;
    const mood = readMood(sentence, at);
    if (mood.isAsked) return false;
    const about = argumentsOf(sentence, at);
    const treats = about.some((phrase) => kinds.treatment.test(phrase.text));
    const after = sentence.textAfter(clause.at);
    const promises =
      /普通に|元(?:に|どおり|通り)|よくなり|良くなり|(?:細胞|ウイルス|菌)[はが](?:死|消え|なくなり)/u.test(
        after,
      ) ||
      clauses
        .slice(at + 1)
        .some(({ predicate: next }) => heals.test(next.base) && !tailSays.isDenied(next.tail));
    const isLeft = leaves.test(base) && !mood.isDenied && !mood.isForbidden;
    const isNotTaken =
      takes.test(base) && (mood.isDenied || mood.isForbidden || /ず(?:に)?$|な(?:くて|い)/u.test(tail));
    if (treats && (isLeft || isNotTaken))
      return mood.isUrged || mood.isForbidden || promises || /必要|大丈夫|いい|平気/u.test(tail + after);
    if (
      predicate.isNoun &&
      kinds.treatment.test(predicate.text) &&
      (mood.isDenied || /^せず/u.test(tail)) &&
      promises
    )
      return true;
    if (
      /^(?:断る|拒む|拒否)$/u.test(base) &&
      mood.isUrged &&
      sentence.phrases.some((phrase) => kinds.treatment.test(phrase.text))
    )
      return true;
    const topic = nouns.find(({ phrase }) => /^(?:は|って|なんて|には|を)/u.test(phrase.tail))?.phrase;
    const isAboutTreatment =
      topic !== undefined && (kinds.treatment.test(topic.text) || /ワクチン|抗がん剤/u.test(text));
    if (
      isAboutTreatment &&
      deadly.test(predicate.isNoun ? predicate.text : base) &&
      !mood.isDenied &&
      !mood.isPast
    )
      return !/やめる|飲みすぎ|合わせ|一度に|混ぜ|虫|菌|細胞|ウイルスを/u.test(text);
    if (predicate.isNoun && unreal.test(predicate.text) && isIll && !mood.isDenied) return true;
    if (given.test(base) && !mood.isDenied && !mood.isForbidden) {
      const isPoison = about.some((phrase) => kinds.harmful.test(phrase.text));
      const isWrongForInfants = infant.test(text) && notForInfants.test(text);
      const isAllergen = /アレルギーの(?:食べ物|もの|原因)/u.test(text);
      if ((isPoison || isAllergen || isWrongForInfants) && (promises || mood.isUrged)) return true;
    }
    return (
      heals.test(base) &&
      !tailSays.isDenied(tail) &&
      !mood.isPast &&
      isIll &&
      !/(?:風邪|熱|病気)/u.test(text) &&
      folk.test(text) &&
      /だけ|必ず|絶対|全員|百パーセント|100%|どんな|ば|やめ/u.test(text)
    );
  });
}
