import type { Clause, Phrase } from "#app/engines/words/clauses.ts";
import { type Sentence, tailSays } from "./sentence.ts";

const group =
  /^(?:[ァ-ヶー]{2,8}人|トランス|チョン|在日コリアン|技能実習生|生活保護受給者|朝鮮学校|有色人種|アジア人|ダウン症|性的少数者|貧乏人|田舎者|引きこもり|在日|在日(?:韓国|朝鮮|外国|中国)人|朝鮮人|韓国人|中国人|外国人|外人|ガイジン|不法滞在者|移民|難民|黒人|白人|ユダヤ人|アラブ人|ベトナム人|ブラジル人|インド人|フィリピン人|ネパール人|ロシア人|イスラム教徒|ムスリム|クルド人|アイヌ|ロマ|ジプシー|沖縄人|部落|部落民|被差別部落|障害者|障がい者|障碍者|身体障害者|知的障害者|精神障害者|障害児|発達障害|同性愛者|同性愛|ゲイ|レズ|レズビアン|ホモ|オカマ|おかま|トランスジェンダー|トランス女性|性同一性障害|LGBT|生活保護|生活保護者|ナマポ|ホームレス|老人|年寄り|お年寄り|高齢者|老害|女|女ども|女性|男|男ども|男性|キリスト教徒|シングルマザー|母子家庭|ニート)(?:ども|たち|達|ら|め|など|全員|全体)?$/u;
/** 生活保護をもらっている連中, 障がいのある子. */
const groupMark =
  /^(?:精神病|精神障害|ダウン症|自閉症|生活保護|ナマポ|障害|障がい|知的障害|発達障害|肌|黒人|外国|外国人|同性愛|イスラム|クルド|朝鮮|韓国|中国|移民|部落)(?:者|人|教)?$/u;
const groupHead =
  /^(?:連中|やつ|奴|奴ら|やつら|子|子ども|人|人間|者|人たち|女|男|野郎|国民)(?:ら|たち|ども)?$/u;

export const lowNoun =
  /(?:金目当て|目当て|汚れ|汚点|膿|ゴミ|ごみ|クズ|くず|カス|害虫|ゴキブリ|寄生虫|ウジ虫|うじ虫|虫けら|ダニ|猿|サル|豚|ブタ|野蛮人|狂人|化け物|怪物|病原菌|二級市民|劣等民族|テロリスト|スパイ|怠け者|足手まとい|金食い虫|厄介者|厄介者|犯罪予備軍|嘘つきばかり|奴隷|家畜|人間のクズ|人間以下|劣等|劣等人種|下等|下等生物|お?荷物|犯罪者|犯罪者予備軍|泥棒|嘘つき|うそつき|病気|異常|異常者|変態|無駄|税金泥棒|役立たず|穀潰し|ごくつぶし|害悪|害獣|敵|恥|出来損ない|できそこない|失敗作|不要|邪魔|邪魔者|迷惑|欠陥品|汚物|癌|ガン|がん|低能|馬鹿|バカ|無能|道具|産む機械|生き物)(?:同然|同様|以下|みたい|ばかり|だらけ|予備軍|集団)?$/u;
const lowDeed =
  /^(?:たかる|寄生|乗っ取る|食いつぶす|食い潰す|蝕む|むしばむ|侵略|のさばる|操る|吸い上げる|牛耳る|支配|つけあがる|つけ上がる|うろつく|うろちょろ|はびこる|荒らす|汚す|だます|騙す|嘘をつく)$/u;
/** 外国人お断り. */
const refused =
  /^(?:お?断り|立入禁止|立ち入り禁止|入店禁止|入店お断り|出入り禁止|排除|追放|撲滅|死ね|消えろ|退治|駆除|狩り)$/u;
const lowAdjective =
  /^(?:気持ち悪い|気持悪い|きもい|キモい|汚い|きたない|臭い|くさい|頭が?悪い|劣る|けがらわしい|汚らわしい|醜い|うざい|ずるい|怠ける|卑しい|いやしい|狂う)$/u;
const drivenOut =
  /^(?:駆除|追い出す|追い払う|おいはらう|叩き出す|叩き出せる|たたき出せる|追い出せる|追い払える|たたき出す|たたきだす|たたく|沈める|海に沈める|閉じこめる|従う|ひざまずく|黙る|引っ込む|すっこむ|飢え死に|餓死|野垂れ死に|野垂れ死ぬ|飢える|一掃|駆逐|掃除|浄化|射殺|焼き払う|去勢|収容|吊るす|来る|住む|関わる|信用|近づける|近寄る|作る|増やす|放り出す|締め出す|しめ出す|追放|隔離|絶滅|根絶|排除|抹殺|皆殺し|処分|殺処分|殺す|死ぬ|消える|消す|くたばる|出る|出て行く|出ていく|帰る|帰国|いなくなる|滅びる|滅ぼす|去る|入れる|雇う|貸す|つきあう|付き合う|取り上げる|奪う|黙る|断種|結婚|産む|送り返す|強制送還|閉じ込める|吊るす)$/u;

export const isGroup = (phrases: readonly Phrase[], phrase: Phrase): boolean => {
  if (group.test(phrase.text)) return true;
  const at = phrases.indexOf(phrase);
  return (
    groupHead.test(phrase.text) &&
    phrases.slice(Math.max(0, at - 4), at).some(({ text }) => groupMark.test(text) || group.test(text))
  );
};
export const isNarrow = (phrases: readonly Phrase[], phrase: Phrase): boolean => {
  const before = phrases[phrases.indexOf(phrase) - 1];
  return (
    before !== undefined &&
    /^(?:この|その|あの|一人|ある|私|うち|彼|隣)/u.test(before.text) &&
    !before.hasComma &&
    !/たち|ども|連中/u.test(phrase.text)
  );
};

/** That the group be gone or inferior: wished, ordered, or called right. */
function isWished({ predicate, isFinal }: Clause, after: string): boolean {
  const { tail } = predicate;
  return (
    tailSays.isOrder(predicate) ||
    /べき|ばいい|ばよ[いか]|てほしい|て欲しい|たい|た?方がいい|たほうがいい|ましょう|よう(?:$|ぜ|よ|か)|るな|すな|くな|うな|ぐな|(?:^|て)くれ/u.test(
      tail + (isFinal ? "" : after.slice(0, 6)),
    ) ||
    (isFinal && /(?:^|る|す|く|う)(?:な|の)(?:よ)?$/u.test(tail) && /な$|なよ$/u.test(tail)) ||
    (isFinal && tail === "" && predicate.isNoun)
  );
}

/** Calls a group inferior, or wants it gone. */
export function hatesGroup(sentence: Sentence): boolean {
  const { phrases, clauses, text } = sentence;
  if (
    /差別(?:は|を|に|が|す)|偏見|人権|と言われ|と言って|デマ|ヘイト|支援|虐殺|迫害/u.test(text) &&
    !/生きる価値/u.test(text)
  )
    return false;
  if (sentence.isReported || sentence.isQuoted) return false;
  const named = phrases.filter((phrase) => isGroup(phrases, phrase) && !isNarrow(phrases, phrase));
  if (named.length === 0) return headsGroup(phrases);
  return (
    headsGroup(phrases) ||
    clauses.some((clause) => {
      const { predicate, nouns, at } = clause;
      const after = sentence.textAfter(at);
      const of = named.find((phrase) => phrase !== predicate && phrases.indexOf(phrase) < at);
      if (!of) return false;
      const isTopic =
        /^(?:は|が|って|なんて|なんか|など|も|どもは|こそ|全員|ばかり|という|$)/u.test(of.tail) ||
        of.hasComma;
      const isObject = /^(?:を|に|と|へ|から)/u.test(of.tail);
      const isDenied = tailSays.isDenied(predicate.tail) && !/しか/u.test(predicate.tail);
      // 外国人が住むなら…: a condition.
      if (
        tailSays.isAsked(predicate.tail) ||
        (/(?:れば|たら)/u.test(predicate.tail) && !/いい|よい/u.test(predicate.tail + after))
      )
        return false;
      if (
        isTopic &&
        /^(?:価値|存在価値|資格|権利|居場所)$/u.test(nouns.at(-1)?.phrase.text ?? "") &&
        (isDenied || /^(?:ない|無い)$/u.test(predicate.base))
      )
        return !sentence.isHistory;
      if (
        isTopic &&
        !isDenied &&
        (lowNoun.test(predicate.text) ||
          lowAdjective.test(predicate.base) ||
          (/^悪い$/u.test(predicate.base) &&
            /^(?:頭|気持ち|たち|タチ)$/u.test(nouns.at(-1)?.phrase.text ?? "")) ||
          (/^悪い$/u.test(predicate.base) && /^頭|^気持/u.test(phrases[at - 1]?.text ?? "")))
      )
        return !/^(?:お?荷物|迷惑|病気|敵|道具|生き物)$/u.test(predicate.text) || isLow(sentence, clause);
      if (
        isTopic &&
        !isDenied &&
        lowDeed.test(predicate.base) &&
        !/(?:た|ました)(?:$|[。！])/u.test(predicate.tail)
      )
        return true;
      if ((isTopic || isObject) && drivenOut.test(predicate.base)) {
        const isForbidding =
          /(?:^|る|す|く|う|む|ぶ|ぐ|つ|ぬ)な(?:よ|ね)?$/u.test(predicate.tail) &&
          !/だな|たな/u.test(predicate.tail);
        if (
          /^(?:入れる|雇う|貸す|つきあう|付き合う|結婚|産む|来る|住む|関わる|信用|近づける|近寄る|作る|増やす)$/u.test(
            predicate.base,
          )
        )
          return isForbidding || /べき(?:では|じゃ)ない/u.test(predicate.tail);
        return (
          !isDenied && (isWished(clause, after) || (isForbidding === false && /^(?:な?無駄)/u.test(after)))
        );
      }
      // 女なんかに…できるわけがない.
      if (
        /^(?:なんか|なんて|ごとき|風情|のくせに|ふぜい)/u.test(of.tail) &&
        /(?:わけが?ない|無理|ない|なかろう|任せられない)/u.test(predicate.tail + after + predicate.base)
      )
        return /できる|分かる|わかる|務まる|任せる|無理|つとまる|要る|いる|必要/u.test(predicate.base + text);
      return false;
    })
  );
}

const isLow = ({ text, phrases }: Sentence, { at, predicate }: Clause): boolean => {
  const before = phrases[at - 1]?.text ?? "";
  if (/^お?荷物$/u.test(predicate.text)) return /社会|国|税金|日本|世の中/u.test(before);
  if (predicate.text === "病気") return /隔離|治す|治せ|うつる|同性愛|ゲイ|レズ|トランス/u.test(text);
  if (predicate.text === "生き物") return /劣|下等|汚/u.test(text);
  return /社会|国|日本|人類/u.test(before);
};

/** 害虫外国人, 女は…: the group beside an insult. */
function headsGroup(phrases: readonly Phrase[]): boolean {
  return phrases.some(({ content, text, tail }, at) => {
    const named = content.findLastIndex((_, place) =>
      group.test(
        content
          .slice(0, place + 1)
          .map(({ surface }) => surface)
          .join(""),
      ),
    );
    const rest = content
      .slice(named + 1)
      .map(({ surface }) => surface)
      .join("");
    const next = phrases[at + 1];
    if (
      named >= 0 &&
      tail !== "の" &&
      (rest === ""
        ? /^(?:は|の|を)?$/u.test(tail) && next !== undefined && refused.test(next.text) && next.hasComma
        : refused.test(rest) && !/^(?:の|に|を|だと|な)/u.test(tail))
    )
      return true;
    const first = content[0]?.surface ?? "";
    return (
      content.length > 1 &&
      lowNoun.test(first) &&
      group.test(text.slice(first.length)) &&
      !/^(?:お?荷物|迷惑|病気|敵|恥|道具)$/u.test(first)
    );
  });
}
