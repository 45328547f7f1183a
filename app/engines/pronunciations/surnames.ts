import { givenNames, givenNamesAfterFamily, givenNamesWithTitle } from "./lexicon/given-names.ts";
import { peopleOfShortNames } from "./lexicon/people.ts";
import { commonSurnames, surnames, surnamesAlone, surnamesWithTitle } from "./lexicon/surnames.ts";
import { entriesOf } from "./read-lexicon.ts";

const titles =
  "さん|さま|氏(?!名|族|神)|様(?!々|子|式)|君(?!主)|くん|ちゃん|選手|監督|投手|捕手|[内外]野手|議員|首相|大臣|知事|市長|町長|村長|社長|会長|専務|常務|部長|課長|係長|店長|教授|准教授|講師|先生|博士|医師|弁護士|検事|被告|容疑者|受刑者|アナ|記者|キャスター|委員長|理事長|総裁|長官|局長|院長|校長|名人|竜王|棋聖|王位|[九八七六五四三二初]段|夫妻|親方|関(?!係|連|心)|コーチ|主将|幹事長|書記|巡査|警部|刑事|隊長|艦長|画伯|翁";
const speaking =
  "(?:語|話し|述べ|振り返|答え|応え|打ち明け|明か|微笑|ほほ笑|苦笑|うなず|頷|つぶや|呟|叫|笑っ|言っ|言う|続け|訴え|指摘し|説明し|強調し|反論し|会見)";
const roles =
  "社長|会長|専務|部長|課長|係長|店長|店主|監督|コーチ|主将|選手|投手|捕手|打者|作家|作者|著者|俳優|女優|歌手|画家|写真家|音楽家|作曲家|漫画家|評論家|記者|編集者|編集長|アナウンサー|弁護士|医師|教授|准教授|講師|教諭|先生|校長|担任|研究員|研究者|学者|博士|議員|知事|市長|町長|村長|首相|大臣|長官|委員長|理事長|理事|代表|秘書|社員|職員|店員|従業員|同僚|先輩|後輩|上司|部下|友人|親友|級友|同級生|幼なじみ|隣人|隣|大家|刑事|警部|巡査|検事|探偵|棋士|名人|力士|横綱|大関|関脇|小結|騎手|調教師|料理長|シェフ|板前|杜氏|住職|神父|牧師|担当|主任|司会|進行役|主演|主役|脚本|演出|新人|ベテラン|エース|ルーキー|主婦|学生|大学生|高校生|容疑者|被告|被害者|遺族";
const kin =
  "妹|姉|兄|弟|息子|娘|長男|長女|次男|次女|三男|三女|末っ子|妻|夫|母|父|祖母|祖父|孫|甥|姪|従兄|従弟|従姉|従妹|いとこ|いいなずけ|許嫁|婚約者|恋人|彼女|彼氏|元夫|元妻|嫁|婿|双子|友達|仲間|クラスメート|ルームメート|相棒|主人公|ヒロイン|愛犬|愛猫|家政婦|女中|後妻";
const names = (list: string) => new Map(entriesOf(list).map(({ word, reading }) => [word, reading]));
const anyOf = (words: Iterable<string>) => [...words].toSorted((a, b) => b.length - a.length).join("|");

const alone = names(surnamesAlone);
const titled = names(`${surnamesWithTitle};${surnamesAlone}`);
const given = names(givenNames);
const givenTitled = names(givenNamesWithTitle);
const everybody = names(`${surnames};${surnamesAlone}`);
const givenAfterFamily = names(givenNamesAfterFamily);
const families = new Set([...commonSurnames.trim().split(/\s+/), ...everybody.keys(), ...titled.keys()]);
const known = new Map([...givenTitled, ...given, ...everybody, ...titled, ...alone]);

const particle = "(?=[はがをにのもとへや、。」]|だ|で(?:す|あ|し|は|も)|から|なら|$)";
const pattern = new RegExp(
  [
    `(?<![\\p{Script=Han}々])(?:${anyOf(alone.keys())})(?:${particle}|(?=${titles}))`,
    `(?<![\\p{Script=Han}々\\d])(?:${anyOf(titled.keys())})(?=${titles})`,
    `(?<![\\p{Script=Han}々\\d])(?:${anyOf(titled.keys())})(?=[はがも]${speaking})`,
    `(?<=(?:${roles}|${kin})の)(?:${anyOf(given.keys())})(?:${particle}|(?=${titles}))`,
    `(?<![\\p{Script=Han}々\\d])(?:${anyOf(givenTitled.keys())})(?=さん|くん|ちゃん|君(?!主)|様(?!々|子|式))`,
    `(?<=(?:${roles})の)(?:${anyOf(everybody.keys())})${particle}`,
  ].join("|"),
  "gu",
);

const houses = new RegExp(
  `(?<![\\p{Script=Han}々])(${anyOf(everybody.keys())})家(?=[のはがをにとでもや、。」]|$|代々|一族|側)`,
  "gu",
);

/** 田中亮, 田中 亮さん; the family's name first, where that is misread too. */
const fullName = new RegExp(
  `(?<=^|[^\\p{Script=Han}々\\d]|俳優|女優|歌手|選手|監督|教授|記者|作家|画家|[部課社]長|主将|投手|捕手|主演|演出|脚本|作詞|作曲|編曲|原作|撮影|講師|司会|出演)(${anyOf([...families].filter((name) => name.length > 1))}|林|森)( ?)(?:(${anyOf(givenAfterFamily.keys())})|(${anyOf([...given.keys()].filter((name) => !givenAfterFamily.has(name)))}))(?:${particle}|(?=[ (（・]|${titles}))`,
  "gu",
);
const shortNames = names(peopleOfShortNames);
const shortName = new RegExp(
  `(?:${anyOf(shortNames.keys())})(?<!\\p{Script=Han}坂茂)(?:(?![\\p{Script=Han}々])|(?=${titles}|主演|[作著訳編賞展像]|原作|記念|文学|全集))`,
  "gu",
);
const desks =
  "受付|窓口|案内係|[部課係室局]|本社|支店|支社|営業所|事務局|案内|営業|総務|経理|人事|広報|企画|宣伝|管理";
const atDesk = new RegExp(
  `(?<=(?:${desks})の)(?:${anyOf([...known.keys()].filter((name) => name.length > 1))})(?=です|でござ|と申)|(?<![\\p{Script=Han}々])(?:${anyOf(known.keys())})(?=と申し)`,
  "gu",
);

/** Writes family names in katakana where a title, a role, a house (田中家) or speaking tells that they are names. */
export function readSurnames(text: string): string {
  return text
    .replace(shortName, (name) => shortNames.get(name) ?? name)
    .replace(
      fullName,
      (_, family: string, space: string, own: string | undefined, other: string | undefined) =>
        (titled.get(family) ?? family) +
        space +
        (own === undefined ? (other ?? "") : (givenAfterFamily.get(own) ?? own)),
    )
    .replace(atDesk, (name) => known.get(name) ?? name)
    .replace(houses, (_, name: string) => `${everybody.get(name)}ケ`)
    .replace(pattern, (name) => known.get(name) ?? name);
}
