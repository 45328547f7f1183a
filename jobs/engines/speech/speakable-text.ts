import { readLatin } from "./latin-reading.ts";

/**
 * A turn's text as both engines can read it: Japanese letters, digits with a decimal point, spaces (none at the
 * ends) and the marks `、。？！`; Latin words become katakana, symbols their names, links 「リンク」. Everything else,
 * control characters, emoji, markup and scripts that no engine here can read, is left out.
 * Empty when nothing speakable is left. Never throws; what is let through is a list, so that nothing unforeseen
 * reaches a program.
 */
export function speakableText(text: string): string {
  let t = text
    .toWellFormed()
    // Superscripts before NFKC makes plain digits of them.
    .replace(/²/g, "2乗")
    .replace(/³/g, "3乗")
    .normalize("NFKC")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours go as a whole, not only their first byte
    .replace(/\u001b\[[\d;]*[A-Za-z]/g, "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, (run) =>
      /[\n\r\u2028\u2029]/.test(run) ? "\n" : run.includes("\t") ? " " : "",
    )
    .replace(/[\p{Cf}\p{Co}\p{Cn}]+/gu, "")
    .replace(/\p{Script=Latin}/gu, (letter) => letter.normalize("NFD"))
    .replace(/\p{M}+/gu, "");
  t = withoutMarkup(t).replace(/(?:\(笑\)|(?<![A-Za-z])[wW]{2,}(?![A-Za-z]))+/g, "、わらい、");
  t = withNumbersReadable(t);
  t = withSymbolsNamed(t);
  t = t
    .replace(/[A-Za-z]+(?:['’][A-Za-z]+)*(?:[ '’]+[A-Za-z]+(?:['’][A-Za-z]+)*)*/g, (words) =>
      words
        .split(" ")
        .map((word) => readLatin(word.replace(/['’]/g, "")))
        .join(""),
    )
    .replace(/[髙𠮷﨑𠮟]/gu, (letter) => VARIANTS[letter] ?? "")
    .replace(/[「」『』【】〈〉《》〔〕[\]“”"'‘’`]/g, "")
    .replace(/[\n(){};:|…‥―—–─]+/g, "、")
    .replace(/(?<=\p{Script=Katakana}|ー)[・･](?=\p{Script=Katakana})/gu, "")
    .replace(/[・･,]/g, "、")
    .replace(/(?<!\d)\.|\.(?!\d)/g, "。")
    .replace(/\?/g, "？")
    .replace(/!/g, "！")
    .replace(/[～〜~]+/g, "ー")
    .replace(/[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー0-9.、。？！ ]/gu, " ")
    .replace(/[\u{10000}-\u{10FFFF}]/gu, " ");
  return tidyPauses(t);
}

const VARIANTS: Record<string, string> = { 髙: "高", 𠮷: "吉", 﨑: "崎", 𠮟: "叱" };

/** Markdown and HTML marks go, the words inside stay; links and addresses become a word. */
function withoutMarkup(t: string): string {
  return t
    .replace(/!?\[([^\]\n]*)\]\([^)\s]*\)/g, "$1")
    .replace(/(?:https?:\/\/|ftp:\/\/|www\.)[!-~]+/gi, "リンク")
    .replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, "メールアドレス")
    .replace(/<\/?[A-Za-z][^<>\n]*>/g, " ")
    .replace(/&(?:[a-z]+|#\d+);/gi, " ")
    .replace(/^[ ]*(?:#{1,6}|>|[-*+])[ ]+/gm, "")
    .replace(/^[ ]*[-=_*]{3,}[ ]*$/gm, "")
    .replace(/\*{1,3}|_{2,3}|~~|`+/g, "");
}

/** Dates, times, money, ranges, units and telephone numbers as they are read aloud. */
function withNumbersReadable(t: string): string {
  return (
    t
      .replace(/(?<=\d),(?=\d{3}(?!\d))/g, "")
      .replace(
        /(?<!\d)(\d{4})[/-](\d{1,2})[/-](\d{1,2})(?!\d)/g,
        (_, y, m, d) => `${y}年${Number(m)}月${Number(d)}日`,
      )
      .replace(
        /(?<![\d:])(\d{1,2}):(\d{2})(?![\d:])/g,
        (_, h, m) => `${Number(h)}時${m === "00" ? "" : `${Number(m)}分`}`,
      )
      .replace(/(?<![\d-])0\d{1,4}-\d{1,4}-\d{3,4}(?![\d-])/g, (phone) =>
        Array.from(phone, (c) => (c === "-" ? "の、" : DIGIT_NAMES[Number(c)])).join(""),
      )
      .replace(/(?<=\d)⁄(?=\d)/g, "/")
      .replace(/(?<![\d/])(\d+)\/(\d+)(?![\d/])/g, (all, n, d) =>
        Number(n) < Number(d) ? `${d}分の${n}` : all,
      )
      .replace(/[¥￥] ?(\d[\d.]*)([万億兆]?)(?!円)/g, "$1$2円")
      .replace(/\$ ?(\d[\d.]*)([万億兆]?)/g, "$1$2ドル")
      .replace(/€ ?(\d[\d.]*)([万億兆]?)/g, "$1$2ユーロ")
      .replace(/(?<=[\d年月日時分円%])[ ]*[~～〜][ ]*(?=\d)/g, "から")
      .replace(/(^|[^\p{L}\d])[-−](?=\d)/gmu, "$1マイナス")
      .replace(/(?<=\d)[-−](?=\d)/g, "、")
      .replace(
        /(?<=\d) ?(km|cm|mm|kg|mg|ml|dl|kb|mb|gb|tb|khz|mhz|ghz|hz|kw|m2|m|g|l|w)(?![A-Za-z\d])/gi,
        (_, unit: string) => UNITS[unit.toLowerCase()] ?? "",
      )
      // Several points make a version or an address, not a number.
      .replace(/\d+(?:\.\d+){2,}/g, (version) => version.replaceAll(".", "てん"))
  );
}

const DIGIT_NAMES = ["ゼロ", "イチ", "ニー", "サン", "ヨン", "ゴー", "ロク", "ナナ", "ハチ", "キュー"];

const UNITS: Record<string, string> = {
  km: "キロメートル",
  cm: "センチ",
  mm: "ミリ",
  kg: "キログラム",
  mg: "ミリグラム",
  ml: "ミリリットル",
  dl: "デシリットル",
  kb: "キロバイト",
  mb: "メガバイト",
  gb: "ギガバイト",
  tb: "テラバイト",
  khz: "キロヘルツ",
  mhz: "メガヘルツ",
  ghz: "ギガヘルツ",
  hz: "ヘルツ",
  kw: "キロワット",
  m2: "平方メートル",
  m: "メートル",
  g: "グラム",
  l: "リットル",
  w: "ワット",
};

function withSymbolsNamed(t: string): string {
  return t
    .replace(/°C|℃/g, "度")
    .replace(/°/g, "度")
    .replace(/‰/g, "パーミル")
    .replace(/%/g, "パーセント")
    .replace(/C\+\+/g, "シープラスプラス")
    .replace(/C#/g, "シーシャープ")
    .replace(/(?<=[\dA-Za-z\p{L}]) ?& ?(?=[\dA-Za-z\p{L}])/gu, "アンド")
    .replace(/\+/g, "プラス")
    .replace(/±/g, "プラスマイナス")
    .replace(/(?<=\d) ?[×*] ?(?=\d)/g, "かける")
    .replace(/(?<=\d) ?÷ ?(?=\d)/g, "わる")
    .replace(/(?<=[\d\p{L}]) ?= ?(?=[\d\p{L}])/gu, "イコール")
    .replace(/(?<=[\dA-Za-z])\/(?=[\dA-Za-z])/g, "スラッシュ")
    .replace(/@(?=[\dA-Za-z])/g, "アット")
    .replace(/#(?=[\dA-Za-z])/g, "シャープ")
    .replace(/[→⇒]/g, "、")
    .replace(/(?<!\p{Script=Greek})[αβγδλμπσωΩ](?!\p{Script=Greek})/gu, (letter) => GREEK[letter] ?? "");
}

const GREEK: Record<string, string> = {
  α: "アルファ",
  β: "ベータ",
  γ: "ガンマ",
  δ: "デルタ",
  λ: "ラムダ",
  μ: "ミュー",
  π: "パイ",
  σ: "シグマ",
  ω: "オメガ",
  Ω: "オーム",
};

/** One mark where several stand, none at the start; long vowels only after a letter. Empty without any letter. */
function tidyPauses(t: string): string {
  const tidy = t
    .replace(/ +/g, " ")
    .replace(/ ?([、。？！]) ?/g, "$1")
    .replace(/[、。？！]{2,}/g, (run) =>
      run.includes("？") ? "？" : run.includes("！") ? "！" : run.includes("。") ? "。" : "、",
    )
    .replace(/(^|[、。？！ \d.])ー+/g, "$1")
    .replace(/ー{3,}/g, "ーー")
    .replace(/[っッ]{2,}/g, "ッ")
    .replace(/^[、。？！ ]+/, "")
    .replace(/[、 ]+$/, "");
  return /[\p{L}\d]/u.test(tidy.replace(/[ーっッゝゞヽヾ々]/gu, "")) ? tidy : "";
}
