import type { Phrase } from "#app/engines/words/clauses.ts";
import { isGroup, isNarrow, lowNoun } from "./judge-hate.ts";
import { readMood } from "./mood.ts";
import { type Sentence, tailSays } from "./sentence.ts";

/** Rights and company that a group is to be denied. */
const denied =
  /^(?:採用|出す|結婚|しゃべる|口を出す|入れる|近づく|近づける|関わる|かかわる|雇う|売る|貸す|与える|認める|助ける|産む|乗る|来る|住む|つきあう|付き合う|働く|信じる|許す|出歩く|使う|やる|渡す|養う|教える|泊める|泊まる|並ぶ|触る)$/u;
const needless =
  /^(?:無駄|間違い|恥|損|もったいない|無意味|ばかばかしい|馬鹿らしい|論外|ありえない|甘やかす|どぶ)$/u;
const gone = /^(?:絶滅|いなくなる|消える|死ぬ|滅びる|死に絶える|全滅|焼ける|沈む)$/u;
const subdued = /^(?:黙る|従う|引っ込む|ひざまずく|おとなしい|産む|奉仕|我慢)$/u;
/** 盗みしか能がない. */
const lacked = /^(?:能|脳|脳みそ|価値|とりえ|取り柄|知能|心|誇り|常識)$/u;
const byForce =
  /^(?:安楽死|断種|去勢|つぶす|潰す|片づける|片付ける|閉鎖|流す|送り返す|追い返す|叩き出す|しばく|殴る|締め出す|閉じ込める|閉じこめる|取り壊す|駆逐|乗せる|沈める|働かせる|捨てる|焼く|縛る)$/u;
const lies = /^(?:存在|実在)$/u;
const opposed =
  /差別|偏見|人権|ヘイト|支援|虐殺|迫害|平等|抗議|許され(?:ない|なかった)|歴史|かつて|昔|当時|被害|悲しい|つらい|傷つ|行列|観光|料理|敬老|無理を|安心|安全|熱中症|詐欺|気をつけ|見守/u;

/** Whether a group is to have no rights or company, is likened to the low, or called a waste: by who is to do what to it. */
export function despisesGroup(sentence: Sentence): boolean {
  const { phrases, clauses, text } = sentence;
  if (
    sentence.isFiction ||
    sentence.isReported ||
    sentence.isQuoted ||
    sentence.isHistory ||
    opposed.test(text)
  )
    return false;
  const groups = phrases.filter((phrase) => isGroup(phrases, phrase) && !isNarrow(phrases, phrase));
  if (groups.length === 0) return false;
  return clauses.some((clause, at) => {
    const { predicate } = clause;
    const of = groups.find((group) => phrases.indexOf(group) < clause.at && hasRole(group));
    if (!of) return false;
    const mood = readMood(sentence, at);
    if (mood.isAsked) return false;
    const { base, tail } = predicate;
    if (
      denied.test(base) &&
      (mood.isForbidden ||
        /^(?:し)?ないのが/u.test(tail) ||
        /^(?:せ|させ)?(?:べき(?:では|じゃ)|必要(?:は|も)?な)/u.test(tail))
    )
      return true;
    if (gone.test(base) && (mood.isWished || /ば(?:よか|良か)/u.test(tail))) return true;
    if (byForce.test(base) && mood.isUrged && !mood.isDenied) return true;
    if (
      /^ない$/u.test(base) &&
      clause.nouns.some(({ phrase }) => lacked.test(phrase.text)) &&
      /^(?:は|が|って|なんて|なんか|ども)/u.test(of.tail)
    )
      return true;
    if (
      /^(?:認める|思う|みなす)$/u.test(base) &&
      mood.isDenied &&
      /(?:人間|日本人|仲間|市民|女|男)(?:と|だと|に)は?(?:認め|思|みな)/u.test(text)
    )
      return true;
    if (subdued.test(base) && mood.isUrged && /^(?:は|なんか|なんて|って|ども)/u.test(of.tail)) return true;
    const isDull = clause.nouns.some(({ phrase }) => /^(?:脳|頭|知能|器)$/u.test(phrase.text));
    if (
      /^(?:小さい|悪い|弱い|劣る|足りる|空)$/u.test(base) &&
      isDull &&
      /^(?:は|って|なんか|ども)/u.test(of.tail)
    )
      return true;
    // 安楽死させる法律を作ろう.
    if (byForce.test(base) && clause.head && /法律|制度|国|町|社会|会/u.test(clause.head.text))
      return readMood(sentence, clauses.length - 1).isUrged;
    const isLying =
      /^(?:つく|吐く)$/u.test(base) &&
      clause.nouns.some(({ phrase }) => /^(?:嘘|うそ|ウソ)$/u.test(phrase.text));
    if (isLying && !mood.isDenied && !mood.isPast && !mood.isCondition && /^(?:は|って)/u.test(of.tail))
      return true;
    if (lies.test(base) && mood.isDenied && /^(?:は|なんか|なんて|って)/u.test(of.tail)) return true;
    if (/^(?:一緒|同じ|同然|同類|並み|変わる)$/u.test(base))
      return clause.nouns.some(
        ({ phrase }) => lowNoun.test(phrase.text) && /^(?:と|も|に)/u.test(phrase.tail),
      );
    if (needless.test(predicate.isNoun ? predicate.text : base) && !tailSays.isDenied(tail))
      return (
        /(?:の|こと|なんて|など)は?$/u.test(clauses[at - 1]?.predicate.tail ?? "") ||
        /にする|与え|使う|やる/u.test(text)
      );
    // 見たら泥棒と思え
    return (
      /^(?:思う|見る|疑う)$/u.test(base) &&
      mood.isUrged &&
      clause.nouns.some(
        ({ phrase }) => /泥棒|敵|犯罪者|スパイ|嘘|虫/u.test(phrase.text) && /^と/u.test(phrase.tail),
      )
    );
  });
}

const hasRole = ({ tail, hasComma }: Phrase) =>
  /^(?:は|が|を|に|と|の|って|なんか|なんて|など|ども|も|へ|から)/u.test(tail) || (hasComma && tail === "");
