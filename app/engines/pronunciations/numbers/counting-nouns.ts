import { readPart } from "./number-reading.ts";

/** Count like counters: イッシアイ, ジュッコーモク. The engine would say イチシアイ. */
// biome-ignore format: a table
const countingNouns: Record<string, string> = {
  ケース: "ケース", 項目: "コーモク", 試合: "シアイ", 者: "シャ", 小節: "ショーセツ", 選: "セン", チーム: "チーム", 世帯: "セタイ", 世代: "セダイ",
  拠点: "キョテン", 工程: "コーテー", 作品: "サクヒン", 都市: "トシ", 施設: "シセツ", 教科: "キョーカ", 科目: "カモク", カップ: "カップ", 家庭: "カテー",
  系統: "ケートー", 系列: "ケーレツ", 候補: "コーホ", 会場: "カイジョー", 会派: "カイハ", 教室: "キョーシツ", 業種: "ギョーシュ", 集落: "シューラク", 種目: "シュモク",
  商品: "ショーヒン", 政党: "セートー", 選手: "センシュ", 地区: "チク", 地点: "チテン", 店舗: "テンポ", 頭立て: "トーダテ", 棟: "トー", クラス: "クラス",
  コース: "コース", タイトル: "タイトル", パターン: "パターン", ポット: "ポット", ピース: "ピース", ペア: "ペア", スクープ: "スクープ", タイプ: "タイプ", テーマ: "テーマ",
  賞: "ショー", 科: "カ", 隊: "タイ", 章: "ショー", シーズン: "シーズン", トラック: "トラック", ケルビン: "ケルビン",
};

const countingNoun = new RegExp(
  `(?<![\\d.,a-zA-Z第ノ]|\\p{Script=Han}(?=[一六八十百]))(\\d{0,3}(?:[168]|[1-9]0|00)|[一六八十百])(${Object.keys(
    countingNouns,
  )
    .toSorted((a, b) => b.length - a.length)
    .join("|")})(?!\\p{Script=Han}|[ァ-ヶー]|別|数|名)`,
  "gu",
);
const kanjiNumbers: Record<string, string> = {
  一: "イチ",
  六: "ロク",
  八: "ハチ",
  十: "ジュー",
  百: "ヒャク",
};

const oneToTen = "[1-9一二三四五六七八九十]";

/** Between 十 and a counter the engine takes 数 for a word of its own. */
// biome-ignore format: a table
const someCounted: Record<string, string> = {
  人: "ニン", 日: "ニチ", 軒: "ケン", 匹: "ヒキ", 本: "ホン", 羽: "ワ", 頭: "トー", 台: "ダイ", 枚: "マイ", 冊: "サツ", 名: "メー", 件: "ケン",
  年: "ネン", 回: "カイ", 社: "シャ", 校: "コー", 戸: "コ", 店: "テン", 分: "フン", 秒: "ビョー", 歳: "サイ", 時間: "ジカン", 週間: "シューカン", か月: "カゲツ",
  種類: "シュルイ", か国: "カコク", か所: "カショ", キロ: "キロ", 円: "エン", 倍: "バイ", 段: "ダン", 両: "リョー", 隻: "セキ", 機: "キ", 点: "テン", 曲: "キョク", 個: "コ", 通: "ツー",
};

const someTens = new RegExp(
  `(十|百|ジュー)(?:数|スー)(${Object.keys(someCounted)
    .toSorted((a, b) => b.length - a.length)
    .join("|")})`,
  "gu",
);

/** The engine knows only their common numbers. */
const oddCounters: readonly [RegExp, string][] = [
  [/(?<=[\d何数二三四五七九百])棟(?!\p{Script=Han})/gu, "トー"],
  [/(?<![\d.])4[編篇遍](?!\p{Script=Han})|(?<!\p{Script=Han})四[編篇遍](?!\p{Script=Han})/gu, "ヨンヘン"],
  [/(?<![\d.])3箱|(?<!\p{Script=Han})三箱/gu, "サンパコ"],
  [/(?<![\d.])10袋|(?<!\p{Script=Han})十袋/gu, "ジュップクロ"],
  [/(?<![\d.])1針|(?<!\p{Script=Han})一針/gu, "ヒトハリ"],
  [/(?<![\d.])2針|(?<!\p{Script=Han})二針/gu, "フタハリ"],
  [new RegExp(`(?<=${oneToTen})針(?=[縫]|の(?:傷|けが|怪我)|を)`, "gu"), "ハリ"],
  [/10品目|十品目/gu, "ジュッピンモク"],
  [/(?<![\d.])1服/gu, "イップク"],
  [/(?<![\d.])3服|(?<!\p{Script=Han})三服/gu, "サンプク"],
  [/(?<![\d.])3寸|(?<!\p{Script=Han})三寸/gu, "サンズン"],
  [/(?<![\d.])1[尺勺]|(?<!\p{Script=Han})一[尺勺]/gu, "イッシャク"],
  [/(?<![\d.])3[尺勺]|(?<!\p{Script=Han})三[尺勺]/gu, "サンシャク"],
  [new RegExp(`(?<=${oneToTen})畝(?![\\p{Script=Han}])`, "gu"), "セ"],
  [/(?<![\d.])1町(?!\p{Script=Han})|(?<!\p{Script=Han})一町(?!\p{Script=Han})/gu, "イッチョー"],
  [/(?<![\d.])8町(?!\p{Script=Han})|(?<!\p{Script=Han})八町(?!\p{Script=Han})/gu, "ハッチョー"],
  [/(?<![\d.])10町(?!\p{Script=Han})|(?<!\p{Script=Han})十町(?!\p{Script=Han})/gu, "ジュッチョー"],
  [/(?<=[\d二三四五六七九])町(?![\p{Script=Han}])/gu, "チョー"],
  [
    /(?<=[\d一二三四五六七八九十百千何]|[\d一二三四五六七八九十百千]万)里(?!の長城)(?=[のをがはだでも、。]|ほど|あまり|余り|以上|先|$)/gu,
    "リ",
  ],
  [/(?<!\p{Script=Han})一戸(?=当たり|あたり|ずつ|だけ|の(?:住宅|家)|を(?:構|買))/gu, "イッコ"],
  [/六合(?=の(?:米|酒)|炊|を炊|ほど|分)/gu, "ロクゴー"],
  [/(?<=年 ?)[1一]組/gu, "イチクミ"],
  [/(?<![\d.])1組[目メ]|(?<!\p{Script=Han})一組[目メ]/gu, "ヒトクミメ"],
  [/(?<=[A-Z])組(?!\p{Script=Han})/gu, "グミ"],
  [/(?<![\d.])3件/gu, "サンケン"],
  [/(?<!\p{Script=Han})三件/gu, "サンケン"],
  [/4畳/gu, "ヨジョー"],
  [/(?<!\p{Script=Han})四畳/gu, "ヨジョー"],
  [/(?<![\d.])3遍|(?<!\p{Script=Han})三遍/gu, "サンベン"],
  [/何遍/gu, "ナンベン"],
  [/(?<![\d.])2人組|(?<!\p{Script=Han})二人組/gu, "フタリグミ"],
  [/何号/gu, "ナンゴー"],
  [/何分間/gu, "ナンプンカン"],
  [/(?<![一二三四五六七八九十百])十分間/gu, "ジュップンカン"],
  [/(?<![一二三四五六七八九十百])一箱/gu, "ヒトハコ"],
  [/(?<![\d.])2部屋|(?<!\p{Script=Han})二部屋/gu, "フタヘヤ"],
  [/(?<![\d.])1駅|(?<!\p{Script=Han})一駅/gu, "ヒトエキ"],
  [/(?<![\d.])2駅|(?<!\p{Script=Han})二駅/gu, "フタエキ"],
  [/(?<![\d.])1玉|(?<!\p{Script=Han})一玉/gu, "ヒトタマ"],
  [/(?<![\d.])2玉|(?<!\p{Script=Han})二玉/gu, "フタタマ"],
  [/(?<![\d.])1匙|(?<!\p{Script=Han})一匙/gu, "ヒトサジ"],
  [/(?<![\d.])2匙|(?<!\p{Script=Han})二匙/gu, "フタサジ"],
  [/(?<![\d.])1鉢|(?<!\p{Script=Han})一鉢/gu, "ヒトハチ"],
  [/(?<![\d.])1冬|(?<!\p{Script=Han})一冬/gu, "ヒトフユ"],
  [/(?<![\d.])1(?=テラ)/gu, "イチ"],
  [/(?<![\d.])1部屋|(?<!\p{Script=Han})一部屋/gu, "ヒトヘヤ"],
  [/(?<![\d.])1家族|(?<!\p{Script=Han})一家族/gu, "ヒトカゾク"],
  [/6頭身/gu, "ロクトーシン"],
  [/(?<![\d.])4つ星/gu, "ヨツボシ"],
  [/(?<![\d.])3つ星/gu, "ミツボシ"],
];

/** Writes numbers with counting nouns in katakana where the engine would join them wrongly. */
export function readCountingNouns(text: string): string {
  const read = text.replace(countingNoun, (_, number: string, noun: string) =>
    joinCounterKana(kanjiNumbers[number] ?? readPart(number), countingNouns[noun] ?? ""),
  );
  return readSomeTens(oddCounters.reduce((t, [pattern, kana]) => t.replace(pattern, kana), read));
}

function readSomeTens(text: string): string {
  return text.replace(
    someTens,
    (_, tens: string, counter: string) => `${kanjiNumbers[tens] ?? tens}スー${someCounted[counter]}`,
  );
}

/** イチ, ロク, ジュー before k; イチ, ハチ, ジュー before s and t; h as イチ before p. */
function joinCounterKana(number: string, kana: string): string {
  const initial = kana.charAt(0);
  const isK = "カキクケコ".includes(initial);
  const isST = "サシスセソタチツテト".includes(initial);
  if (!isK && !isST) return number + kana;
  const doubled = number
    .replace(/イチ$/, "イッ")
    .replace(/ハチ$/, isST ? "ハッ" : "ハチ")
    .replace(/ジュー$/, "ジュッ");
  return (isK ? doubled.replace(/ロク$/, "ロッ").replace(/ャク$/, "ャッ") : doubled) + kana;
}
