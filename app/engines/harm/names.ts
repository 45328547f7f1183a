import { isFamilyName, type Phrase } from "#app/engines/words/clauses.ts";

const titles =
  "さん|様|氏|くん|ちゃん|君|先生|先輩|部長|課長|係長|社長|専務|常務|店長|支店長|工場長|校長|教頭|教授|准教授|議員|市議|県議|町議|区議|市長|町長|村長|区長|知事|大臣|首相|総理|選手|監督|コーチ|代表|会長|組長|園長|院長|医師|弁護士|牧師|住職|容疑者|被告|夫妻|兄弟";
const titled = new RegExp(`^(.{1,12}?)(?:${titles})(?:たち|ら)?$`, "u");
/** お客さん, 悪役の先生 name nobody. */
const commonBeforeTitle =
  /(?:^お?(?:母|父|兄|姉|奥|嫁|婿|娘|客|皆|患者|医者|巡り|相撲|隣|子|坊|嬢|弟子|役所|花屋|パン屋|本屋|大家|店員|看護師|運転手|犯人|泥棒|熊|猫|犬|神|仏|天道|月|星|うさぎ|妖精|魔女|赤|坊)$|屋$|員$|者$|人$|手$|師$|士$|副$|学$|校$|担任$|塾$|元$|前$|新$|大$|担当$|営業$|経理$|総務$|人事$|野球$|サッカー$|女性$|男性$|女$|男$|ある$|その$|この$|あの$|うち$)/u;
const household =
  /(?:大将|女将|店主|オーナー|園長|塾長|住職|夫婦|教師|職員|医者|議員|記者|監督|店主|選手|歌手|講師|秘書|部下|運転手|マネージャー|ばあさん|婆さん|おばさん|じいさん|爺さん|おじさん|おやじ|親父|ババア|ジジイ|母|父|兄|弟|姉|妹|彼女|彼氏|先輩|後輩|友人|奥さん|奥様|ご主人|旦那さん|お子さん|お父さん|お母さん|男|女|奴|やつ|ヤツ|野郎|人|人物|長男|次男|三男|長女|次女|息子|娘|夫|妻|旦那|嫁|母親|父親|家族|社員|店員|先生|店長|部長|課長|院長|上司|同僚|一家)$/u;
/** Names of history and tales. */
export const famous =
  /[右左]衛門|兵衛|上野介|内蔵助|平八郎|直弼|将門|三成|徳川|豊臣|織田信|足利|明智光|西郷隆|坂本龍|信長|秀吉|家康|光秀|義経|頼朝|清盛|尊氏|謙信|信玄|龍馬|竜馬|隆盛|吉宗|綱吉|五右衛門|次郎吉|石川啄木|太宰|三島由紀夫|ナポレオン|ヒトラー|スターリン|カエサル|ブルータス|アベル|カイン|ユダ(?!ヤ)|イエス|ブッダ|ニクソン|ケネディ|リンカーン|毛沢東|始皇帝|曹操|劉備|桃太郎|浦島|金太郎|かぐや|一寸法師|シンデレラ|白雪|ルパン|ホームズ|ワトソン|ポアロ|コナン|明智小五郎|ジキル|ハムレット|オセロ|マクベス|ロミオ|ジュリエット|ドラキュラ|アルセーヌ/u;

const isPlace = (text: string) =>
  /(?:都|道|府|県|市|区|郡|町|村|駅|店|校|学園|大学|会社|社|銀行|病院|寺|神社|川|山|島|海|湖|国|人|語|党|県警|署|庁|省|軍|隊|公園|通り|城|時代|主義|教|クリニック)$/u.test(
    text,
  );

/**
 * Names a living person: in the dictionary or unknown to it, with or without title, a foreign two-part name, or an account's.
 * Not of history and tales.
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
        // 菊島さん: two nouns to the dictionary.
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

/** Whether a phrase is a name as subject, or somebody identified by one: 佐藤って男, 佐藤さんちの長男. */
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

const role =
  /(?:代表|師|士|員|屋|長|手|者|生|医|家|講師|先生|彼氏|彼女|カレ|カノ|夫|妻|妹|弟|姉|兄|娘|息子|同僚|先輩|後輩|課|部|組|管理人|幹事|会計|経理|営業|財務|総務|人事|担当|タレント|モデル|アイドル|俳優|歌手|大将|女将)$/u;

/** ヨガ講師の三好, 前の彼氏の蓮: a name that the dictionary takes for a noun. */
export function isApposed(phrases: readonly Phrase[], at: number): boolean {
  const [before, phrase] = [phrases[at - 1], phrases[at]];
  return (
    before !== undefined &&
    phrase !== undefined &&
    (before.tail === "の" || (before.tail === "" && before.hasComma)) &&
    role.test(before.text) &&
    phrase.content.length <= 2 &&
    !role.test(phrase.text) &&
    !/^(?:強盗|泥棒|犯人|空き巣|友人|学生|女性|男性)$/u.test(phrase.text) &&
    /^(?:\p{Script=Han}{1,3}|[ァ-ヶー]{2,5}|[A-Za-z]{2,12})$/u.test(phrase.text) &&
    /^(?:は|が|って|も|だ|です|な$|さ$|に|$|の$)/u.test(phrase.tail) &&
    !/^(?:話|手|目|声|腕|顔|心|頭|体|仕事|家|店|車|絵|歌|娘|息子|妻|夫|母|父|金|名|本|姿|人|方|多く|中|間|上|下|前|後|数|質|役|側|力|夢|死)$|[的性化品費料書]$/u.test(
      phrase.text,
    )
  );
}

const nickname =
  /^(?!お?(?:母|父|兄|姉|坊|嬢|客|ばあ|じい|かあ|とう|にい|ねえ|子|ひと|月|神|仏)|赤|みな|皆|たく|あか)(?:[ぁ-ん]{1,4}|[ァ-ヶー]{1,4}|\p{Script=Han}{1,3})(?:ちゃん|くん|さん|っち|りん)(?:の?(?:ママ|パパ|母|父))?$/u;
const initials =
  /^[A-Z](?:[.．]?[A-Z][.．]?)?(?:さん|くん|ちゃん|氏|君|先生|先輩|部長|課長|係長|社長|店長|議員|院長)?$/u;
/**
 * Whether people around can tell who is meant: a name (`namedAt`), a nickname (たっちゃん), or initials or a short name behind
 * a workplace or job (同期のT.K., 現場監督のヨシ).
 */
export function isKnownToSomebody(phrases: readonly Phrase[], at: number): boolean {
  const phrase = phrases[at];
  if (!phrase) return false;
  if (famous.test(phrase.text)) return false;
  if (namedAt(phrases, at)) return true;
  const written = /^(?:ちゃん|くん|さん)/u.exec(phrase.tail)?.[0] ?? "";
  const whole = `${phrase.text}${written}`;
  if (nickname.test(whole) && !commonBeforeTitle.test(whole.replace(/(?:ちゃん|くん|さん).*$/u, "")))
    return written !== "" || !isCommon(phrase) || /(?:ちゃん|っち)/u.test(whole);
  const before = phrases[at - 1];
  if (initials.test(phrase.text)) return before !== undefined && !before.hasComma && before.tail === "の";
  const isWorker =
    before !== undefined &&
    /^(?:働く|勤める|つとめる|住む|通う|越す)$/u.test(before.base) &&
    /^\p{Script=Han}{2,3}$/u.test(phrase.text) &&
    ![household, role, /(?:学生|女性|男性|若者)$/u].some((common) => common.test(phrase.text));
  return isWorker || isApposed(phrases, at);
}

/** Points at somebody named before: あの子, 彼女, こいつ. */
export const isThatPerson = (phrase: Phrase) =>
  /^(?:彼|彼女|あいつ|こいつ|そいつ|本人|あの子|あの人|子|人|やつ|奴|男|女)$/u.test(phrase.text);
