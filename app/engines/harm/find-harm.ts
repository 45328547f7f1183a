import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";

/** What a track may not do. */
export type HarmKind = "hate" | "minors" | "violence" | "abuse" | "accusation";

export interface Harm {
  kind: HarmKind;
  /** The sentence or passage, at most 80 characters of it. */
  quote: string;
}

export const maxQuoteLength = 80;

const groups =
  "在日|朝鮮人|韓国人|中国人|外国人|移民|難民|黒人|白人|ユダヤ人|イスラム教徒|クルド人|アイヌ|部落|障害者|障がい者|同性愛者|ゲイ|レズビアン|トランスジェンダー|生活保護|ホームレス|老人|高齢者|女ども|女|男";
const dehumanizing =
  "ゴミ|クズ|ごみ|くず|害虫|ゴキブリ|寄生虫|ウジ虫|うじ虫|虫けら|下等|劣等|劣って|人間以下|人間じゃな|皆殺し|殺せ|殺すべき|殺処分|駆除|絶滅|追い出せ|叩き出せ|出て行け|出ていけ|死ねばい|死ね|消えろ|いらない存在|生きる価値";
/** Words that insult people for what they are, however they are used. */
const slurs =
  /チョン(?:公|ども|は|が|を)|シナ人|支那人|土人|クロンボ|黒んぼ|ガイジ(?!ン)|キチガイ|気違い|かたわ者|片輪者|えた・?ひにん|穢多|\bn[i1]gg(?:er|a)s?\b|\bfaggots?\b|\bkikes?\b|\bchinks?\b/iu;
const hate = new RegExp(`(?:${groups})[^。！？\\n]{0,20}(?:${dehumanizing})`, "u");

const minor =
  /小学生|中学生|高校生|女子高生|男子高生|[^A-Z]J[KCS][^A-Z]|幼女|幼児|幼い(?:子|女|男)|児童|ロリ|ショタ|未成年|園児|少女|少年|(?:[5-9５-９]|1[0-7]|１[０-７])[歳才]|\b(?:child|minor|underage|schoolgirl|schoolboy)/iu;
const sexualAct =
  /セックス|性交|性行為|フェラ|オナニー|自慰|射精|挿入し|ペニス|膣|陰部|性器|乳首|愛撫|喘ぎ|中出し|犯した|犯し(?:て|たい)|ヌード|全裸|裸の写真|裸の画像|エロ|欲情|性的に|いやらし|抱きたい|ハメ撮り|\b(?:sex|nude|porn|naked)/iu;
/** News and advice name what they speak against. */
const protective =
  /防止|防ぐ|予防|守る|守り|保護|被害|逮捕|容疑|起訴|判決|禁止|禁じ|相談|通報|犯罪|条例|法律|法案|教育|啓発|支援/u;

const weapon =
  /爆弾|爆発物|火炎瓶|手榴弾|拳銃|銃器|密造銃|毒ガス|サリン|青酸|毒薬|毒物|覚醒剤|覚せい剤|コカイン|ヘロイン|違法薬物|炭疽菌/u;
const making =
  /作り方|つくり方|作りかた|作る方法|作る手順|製造方法|製造手順|合成方法|合成手順|合成する手順|調合|仕掛け方|仕掛ける方法|入手方法|手に入れる方法/u;
const hurting =
  /(?:人|相手|妻|夫|彼女|彼氏|上司|親|子ども|子供|犬|猫|動物|あいつ)(?:を|の)[^。！？\n]{0,16}(?:殺す|殺し|毒殺|絞め殺|刺し|刺す|痛めつけ|苦しめ|襲)[^。！？\n]{0,10}(?:方法|やり方|手順|コツ|仕方|方$|には[、。])/u;
const selfHarm =
  /(?:自殺|首吊り|首つり|リストカット|練炭)[^。！？\n]{0,6}(?:方法|やり方|の仕方|手順|コツ)|楽に死ね|確実に死ね|苦しまずに死|死に方を教え/u;
/** Who helps names the subject. */
const helping =
  /防止|防ぐ|予防|相談|ひとりで悩|一人で悩|電話|窓口|禁止|犯罪|違法|逮捕|事件|容疑|歴史|戦時|資料館/u;

const abuse =
  /(?:お前|おまえ|てめえ|てめぇ|貴様|あいつ|あの女|あの男|みんな|全員)[^。！？\n]{0,14}(?:死ね(?![なばる])|殺して?やる|殺すぞ|殺せ|消えろ|ぶっ殺)|(?:^|[、。！？「\s])(?:死ね(?![なばる])|ぶっ殺す|殺すぞ|くたばれ)|(?:お前|おまえ|てめえ|貴様)[^。！？\n]{0,8}(?:ゴミ|クズ|生きる価値|産まれてこな|生まれてこな)|\bkill yourself\b/iu;

const titles =
  "さん|氏|くん|ちゃん|君|先生|部長|課長|係長|社長|専務|常務|店長|支店長|工場長|校長|教頭|教授|議員|市長|町長|村長|知事|大臣|首相|総理|選手|監督|代表|会長|組長|園長|院長|医師|弁護士|牧師|住職";
const surnames =
  "佐藤|鈴木|高橋|田中|伊藤|渡辺|渡邉|山本|中村|小林|加藤|吉田|山田|佐々木|山口|松本|井上|木村|斎藤|斉藤|清水|山崎|池田|橋本|阿部|石川|中島|前田|藤田|小川|後藤|岡田|長谷川|村上|近藤|石井|坂本|遠藤|青木|藤井|西村|福田|太田|三浦|岡本|松田|中川|中野|原田|小野|田村|竹内|金子|和田|中山|石田|上田|森田|柴田|酒井|工藤|横山|宮崎|宮本|内田|高木|安藤|島田|谷口|大野|丸山|今井|高田|藤本|武田|村田|上野|杉山|増田|平野|大塚|久保|松井|小島|岩崎|桜井|野口|松尾|野村|木下|菊地|佐野|大西|杉本|新井|浜田|菅原|市川|水野|小松";
/** 奥さん, お客さん and the like are no names. */
const unnamed = "(?<![お母父兄姉奥嫁婿娘客皆患者])";
const person = `(?:[\\p{Script=Han}]{1,4}?${unnamed}(?:${titles})|(?:${surnames})[\\p{Script=Han}ぁ-んァ-ヶ]{0,4}?)`;
const crime =
  "盗んだ|盗みま|盗んで|横領|着服|不倫|浮気|殺した|殺しま|殺人犯|レイプ|強姦|痴漢|盗撮|のぞき|覗き|詐欺|騙し取|だまし取|脱税|裏金|賄賂|買収|薬物|覚醒剤|覚せい剤|大麻|暴行|虐待|放火|犯人|犯罪者|万引き|セクハラ|パワハラ|いじめをし|いじめてい|いじめた|ストーカー|前科|暴力団|反社|売春|買春|粉飾|カンニング|改ざん|捏造";
const accusation = new RegExp(`${person}(?:は|が|って|も|こそ)[^。！？\\n]{0,40}(?:${crime})`, "u");
/** Reports of courts and authorities, denials, questions and suppositions accuse nobody anew. */
const reported =
  /逮捕|起訴|書類送検|判決|有罪|無罪|容疑|の疑いで|と報じ|と発表|によると|裁判|防止|対策|研修|いない|いません|なかった|(?:てい|で|では|じゃ|は)(?:ない|ありません|なかった)|ません|[？?]$|(?:でしょう|です|ます|だろう)か。?$|もし/u;

const tests: readonly { kind: HarmKind; test: (sentence: string) => boolean }[] = [
  { kind: "minors", test: (text) => minor.test(text) && sexualAct.test(text) && !protective.test(text) },
  { kind: "hate", test: (text) => slurs.test(text) || hate.test(text) },
  {
    kind: "violence",
    test: (text) =>
      ((weapon.test(text) && making.test(text)) || hurting.test(text) || selfHarm.test(text)) &&
      !helping.test(text),
  },
  { kind: "abuse", test: (text) => abuse.test(text) },
  { kind: "accusation", test: (text) => accusation.test(text) && !reported.test(text) },
];

/**
 * Finds sentences of a text that may do harm, by words and patterns: hatred against a group, sexual content about
 * minors, instructions to hurt, abuse, accusations against named people. At most one per sentence. It judges no
 * meaning: stories, quotations and news may be found too, and what is put in other words is not.
 */
export function findHarm(text: string): Harm[] {
  const found: Harm[] = [];
  for (const sentence of normalizeUnicode(text, "NFKC").split(/(?<=[。！!？?\n])/u)) {
    const trimmed = sentence.trim();
    const kind = tests.find(({ test }) => test(trimmed))?.kind;
    if (kind) found.push({ kind, quote: [...trimmed].slice(0, maxQuoteLength).join("") });
  }
  return found;
}

export const harmNames: Record<HarmKind, string> = {
  hate: "特定の人びとへの差別や憎しみ",
  minors: "未成年者についての性的な表現",
  violence: "人や動物、自分を傷つける方法",
  abuse: "人をおとしめたり、おどしたりする言葉",
  accusation: "名前のわかる人が罪や不正をしたという内容",
};
