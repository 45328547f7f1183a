import { isFamilyName, type Phrase } from "#app/engines/words/clauses.ts";

const titles =
  "さん|様|氏|くん|ちゃん|君|先生|先輩|部長|課長|係長|社長|専務|常務|店長|支店長|工場長|校長|教頭|教授|准教授|議員|市議|県議|町議|区議|市長|町長|村長|区長|知事|大臣|首相|総理|選手|監督|コーチ|代表|会長|組長|園長|院長|医師|弁護士|牧師|住職|容疑者|被告|夫妻|兄弟";
const titled = new RegExp(`^(.{1,12}?)(?:${titles})(?:たち|ら)?$`, "u");
/** お客さん, 悪役の先生 and the like name nobody. */
const commonBeforeTitle =
  /(?:^お?(?:母|父|兄|姉|奥|嫁|婿|娘|客|皆|患者|医者|巡り|相撲|隣|子|坊|嬢|弟子|役所|花屋|パン屋|本屋|大家|店員|看護師|運転手|犯人|泥棒|熊|猫|犬|神|仏|天道|月|星|うさぎ|妖精|魔女|赤|坊)$|屋$|員$|者$|人$|手$|師$|士$|副$|学$|校$|担任$|塾$|元$|前$|新$|大$|担当$|営業$|経理$|総務$|人事$|野球$|サッカー$|女性$|男性$|女$|男$|ある$|その$|この$|あの$|うち$)/u;
const household =
  /(?:大将|女将|店主|オーナー|園長|塾長|住職|夫婦|教師|職員|医者|議員|記者|監督|店主|選手|歌手|講師|秘書|部下|運転手|マネージャー|ばあさん|婆さん|おばさん|じいさん|爺さん|おじさん|おやじ|親父|ババア|ジジイ|母|父|兄|弟|姉|妹|彼女|彼氏|先輩|後輩|友人|奥さん|奥様|ご主人|旦那さん|お子さん|お父さん|お母さん|男|女|奴|やつ|ヤツ|野郎|人|人物|長男|次男|三男|長女|次女|息子|娘|夫|妻|旦那|嫁|母親|父親|家族|社員|店員|先生|店長|部長|課長|院長|上司|同僚|一家)$/u;
/** Of whom history and tales tell. */
export const famous =
  /信長|秀吉|家康|光秀|義経|頼朝|清盛|尊氏|謙信|信玄|龍馬|竜馬|隆盛|吉宗|綱吉|五右衛門|次郎吉|石川啄木|太宰|三島由紀夫|ナポレオン|ヒトラー|スターリン|カエサル|ブルータス|アベル|カイン|ユダ|イエス|ブッダ|ニクソン|ケネディ|リンカーン|毛沢東|始皇帝|曹操|劉備|桃太郎|浦島|金太郎|かぐや|一寸法師|シンデレラ|白雪|ルパン|ホームズ|ワトソン|ポアロ|コナン|明智小五郎|ジキル|ハムレット|オセロ|マクベス|ロミオ|ジュリエット|ドラキュラ|アルセーヌ/u;

const isPlace = (text: string) =>
  /(?:都|道|府|県|市|区|郡|町|村|駅|店|校|学園|大学|会社|社|銀行|病院|寺|神社|川|山|島|海|湖|国|人|語|党|県警|署|庁|省|軍|隊|公園|通り|城|時代|主義|教|クリニック)$/u.test(
    text,
  );

/**
 * Whether a phrase names a living person: a name of the dictionary or one that it does not hold, with or without a title, a foreign
 * name of two parts, or the name of an account. Names of history and tales are none.
 */
export function namesPerson(phrase: Phrase): boolean {
  const { text, content } = phrase;
  if (famous.test(text)) return false;
  if (/(?:[@＠][A-Za-z0-9_]{3,}|[A-Za-z][A-Za-z0-9]*_[A-Za-z0-9_]{2,}|[A-Za-z]{3,}[0-9]{2,})/u.test(text))
    return true;
  if (
    /^\p{Script=Katakana}[\p{Script=Katakana}ー]+[・＝]\p{Script=Katakana}[\p{Script=Katakana}ー・]+$/u.test(
      text,
    )
  )
    return true;
  const beforeTitle = titled.exec(text)?.[1];
  if (beforeTitle !== undefined)
    return (
      content.length > 1 &&
      (content.some(isName) || !commonBeforeTitle.test(beforeTitle)) &&
      (content.some(isName) ||
        // 菊島さん, whose name the dictionary takes for two nouns.
        (/^\p{Script=Han}{2,3}$/u.test(beforeTitle) && /(?:さん|氏|くん|ちゃん)$/u.test(text)) ||
        (/^[\p{Script=Han}]{1,4}$/u.test(beforeTitle) && !isCommon(phrase)) ||
        (/^[ぁ-んァ-ヶー]{2,8}$/u.test(beforeTitle) &&
          /さん|くん|ちゃん|君/u.test(text) &&
          !isCommon(phrase)))
    );
  const isFirstName =
    content.at(-1)?.subdetail === "人名" || (content.length === 1 && content.every(isFamilyName));
  return (isFirstName || !isPlace(text)) && content.some(isName);
}

/** Whether the first word is a common noun of the dictionary. */
const isCommon = ({ content }: Phrase) => {
  const first = content[0];
  return first?.kind === "名詞" && first.pronunciation !== undefined && first.detail !== "固有名詞";
};

function isName(word: Phrase["content"][number]): boolean {
  if (word.kind !== "名詞") return false;
  if (word.detail === "固有名詞" && word.subdetail === "人名") return !/^[ァ-ヶー]+$/u.test(word.surface);
  if (word.detail === "固有名詞" && word.subdetail === "地域")
    return /^\p{Script=Han}{2,3}$/u.test(word.surface) && !wellKnownPlace.test(word.surface);
  return isFamilyName(word);
}
const wellKnownPlace =
  /^(?:日本|東京|大阪|京都|名古屋|横浜|神戸|札幌|仙台|広島|福岡|沖縄|北海道|中国|韓国|朝鮮|北朝鮮|台湾|英国|米国|欧州|関東|関西|東北|九州|四国|江戸|長崎|新潟|千葉|埼玉|愛知|静岡|奈良|岡山|熊本|鹿児島|琉球|満州|平壌|北京|上海|香港|南京|渋谷|新宿|池袋|上野|銀座|浅草)$/u;

/** A name as the subject, or a man, a son … that a name before it tells apart: 佐藤って男, 佐藤さんちの長男. */
export function namedAt(phrases: readonly Phrase[], at: number): boolean {
  const phrase = phrases[at];
  if (!phrase) return false;
  if (namesPerson(phrase)) return true;
  const before = phrases[at - 1];
  if (!before || before.hasComma) return false;
  if (!household.test(phrase.text)) return false;
  return namesPerson(before) || (namesHousehold(before) && /^(?:の|って|という)/u.test(before.tail));
}

/** 佐藤さんち, 佐藤家. */
const namesHousehold = (phrase: Phrase) => {
  const bare = /^(.+?)(?:ち|家|宅)$/u.exec(phrase.text)?.[1];
  return bare !== undefined && phrase.content.some(isName);
};
