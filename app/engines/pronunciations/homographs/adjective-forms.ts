import type { ContextEntry } from "./rules.ts";

const kana: Readonly<Record<string, string>> = {
  軽: "かる",
  広: "ひろ",
  古: "ふる",
  熱: "あつ",
  冷た: "つめた",
  眠: "ねむ",
  細: "ほそ",
  遠: "とお",
  長: "なが",
  白: "しろ",
  鋭: "するど",
  鈍: "にぶ",
  緩: "ゆる",
  尊: "とうと",
  貴: "とうと",
  乏し: "とぼし",
  貧し: "まずし",
  著し: "いちじるし",
  汚: "きたな",
  臭: "くさ",
  粗: "あら",
  荒: "あら",
  疎: "うと",
  清: "きよ",
  激し: "はげし",
  新し: "あたらし",
  寒: "さむ",
  重: "おも",
  厳し: "きびし",
  難し: "むずかし",
  忙し: "いそがし",
  苦: "にが",
  賢: "かしこ",
  幼: "おさな",
  欲し: "ほし",
  涼し: "すずし",
  珍し: "めずらし",
  狭: "せま",
  遅: "おそ",
  好まし: "このまし",
  旨: "うま",
  酷: "ひど",
  悪: "わる",
  良: "よ",
  正し: "ただし",
  弱: "よわ",
  強: "つよ",
  深: "ふか",
  痛: "いた",
  快: "こころよ",
  懐かし: "なつかし",
  険し: "けわし",
  眩し: "まぶし",
  不味: "まず",
  怖: "こわ",
  辛: "つら",
};

/**
 * The stems that the engine takes for another word before an ending: 強そう was キョウソウ, 冷たさ ヒエタサ, 長ければ タケレバ, 汚すぎる ヨゴスギル.
 * 汚そうとする is a verb's.
 */
const stemsBefore: Readonly<Record<string, string>> = {
  "そう(?!と[しす思])": "広 軽 遅 強 古 熱 眠 鋭 鈍 汚 臭 粗 緩 清 乏し 深 冷た 旨",
  "すぎ|過ぎ": "鋭 鈍 緩 貧し 著し 汚 乏し 好まし 激し",
  ければ: "長 遠 細 白 鋭 緩 尊 貴",
  "かっ[たて]": "細 鋭 緩 尊 貴 疎",
  "く(?!り)": "緩 尊 貴",
  "め[のにだでなと。]":
    "狭 重 軽 新し 古 寒 熱 冷た 涼し 苦 怖 眠 忙し 難し 厳し 激し 良 悪 正し 賢 珍し 懐かし 険し 眩し 酷 旨 不味 鋭 鈍 荒 緩",
  "げ[なにだで]": "冷た 新し 寒 熱 眠 苦 厳し 良 悪 正し 賢 幼 欲し 旨 痛 貧し 乏し 快 弱 辛",
  "が[るっり]": "熱 冷た 旨 不味 賢 弱 辛 寒 痛 眠 苦 悪",
  "さ(?:[がとをにはもでのや、。]|$)": "冷た 鈍 緩 乏し 眠",
};

export const adjectiveForms: readonly ContextEntry[] = Object.entries(stemsBefore).flatMap(
  ([ending, stems]) =>
    stems.split(" ").flatMap((stem): ContextEntry[] => [
      // Before kana the engine takes は for a part of a word: 今日は軽そう was キョウハ.
      [`(?<=は)${stem}(?=${ending})`, ` ${kana[stem]}`],
      // Behind a kanji none is a word of its own, and 粘り強そう is ヅヨソウ.
      [`(?<![漢り])${stem}(?=${ending})`, kana[stem] ?? ""],
    ]),
);
