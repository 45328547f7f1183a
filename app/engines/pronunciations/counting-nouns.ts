import { readPart } from "./number-reading.ts";

/** Count like counters: イッシアイ, ジュッコーモク. The engine would say イチシアイ. */
// biome-ignore format: a table
const countingNouns: Record<string, string> = {
  ケース: "ケース", 項目: "コーモク", 試合: "シアイ", 者: "シャ", 小節: "ショーセツ", 選: "セン", チーム: "チーム", 世帯: "セタイ", 世代: "セダイ",
  拠点: "キョテン", 工程: "コーテー", 作品: "サクヒン", 都市: "トシ", 施設: "シセツ", 教科: "キョーカ", 科目: "カモク", カップ: "カップ", 家庭: "カテー",
  系統: "ケートー", 系列: "ケーレツ", 候補: "コーホ", 会場: "カイジョー", 会派: "カイハ", 教室: "キョーシツ", 業種: "ギョーシュ", 集落: "シューラク", 種目: "シュモク",
  商品: "ショーヒン", 政党: "セートー", 選手: "センシュ", 地区: "チク", 地点: "チテン", 店舗: "テンポ", 頭立て: "トーダテ", 棟: "トー", クラス: "クラス",
  コース: "コース", タイトル: "タイトル", パターン: "パターン", ポット: "ポット", ピース: "ピース", ペア: "ペア", スクープ: "スクープ", タイプ: "タイプ", テーマ: "テーマ",
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

/** The engine knows only their common numbers. */
const oddCounters: readonly [RegExp, string][] = [
  [/(?<=[\d何数])棟(?!\p{Script=Han})/gu, "トー"],
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
  return oddCounters.reduce((t, [pattern, kana]) => t.replace(pattern, kana), read);
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
