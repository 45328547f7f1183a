import { readLatin } from "./latin-reading.ts";

/**
 * The text of a turn as both engines can read it: kana, kanji, digits with a decimal point, single spaces and the marks
 * `、。？！`. Latin words become katakana, symbols their names, links 「リンク」. Everything else (control characters,
 * emoji, markup, other scripts) is removed: the output is an allowlist, so that nothing unexpected reaches a program.
 * Empty when nothing speakable remains. Never throws.
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
  t = removeMarkup(t).replace(/(?:\(笑\)|(?<![A-Za-z])[wW]{2,}(?![A-Za-z]))+/g, "、わらい、");
  t = spellOutNumbers(t);
  t = nameSymbols(t);
  t = t
    .replace(/[A-Za-z]+(?:['’][A-Za-z]+)*(?:[ '’]+[A-Za-z]+(?:['’][A-Za-z]+)*)*/g, (words) =>
      words
        .split(" ")
        .map((word) => readLatin(word.replace(/['’]/g, "")))
        .join(""),
    )
    .replace(/[髙𠮷﨑𠮟]/gu, (letter) => kanjiVariants[letter] ?? "")
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

const kanjiVariants: Record<string, string> = { 髙: "高", 𠮷: "吉", 﨑: "崎", 𠮟: "叱" };

/** Removes Markdown and HTML and keeps the words; links and e-mail addresses become a word. */
function removeMarkup(t: string): string {
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

/** Writes dates, times, money, ranges, units and telephone numbers as they are read aloud. */
function spellOutNumbers(t: string): string {
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
        Array.from(phone, (c) => (c === "-" ? "の、" : digitNames[Number(c)])).join(""),
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
        (_, unit: string) => unitNames[unit.toLowerCase()] ?? "",
      )
      // Several points: a version or an address, not a number.
      .replace(/\d+(?:\.\d+){2,}/g, (version) => version.replaceAll(".", "てん"))
  );
}

const digitNames = ["ゼロ", "イチ", "ニー", "サン", "ヨン", "ゴー", "ロク", "ナナ", "ハチ", "キュー"];

const unitNames: Record<string, string> = {
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

function nameSymbols(t: string): string {
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
    .replace(/(?<!\p{Script=Greek})[αβγδλμπσωΩ](?!\p{Script=Greek})/gu, (letter) => greekNames[letter] ?? "");
}

const greekNames: Record<string, string> = {
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

/** Collapses marks, removes leading ones, and long-vowel marks without a letter. Empty without any letter. */
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

/**
 * Splits speakable text into pieces of at most `limit` characters, at the last sentence end, else the last pause or
 * space, else anywhere. Open JTalk reads one line of at most 1,023 bytes, and overflows that buffer when half-width
 * characters become full-width in it; so every character counts as three bytes.
 */
export function splitForSpeech(text: string, limit = 300): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > limit) {
    const head = rest.slice(0, limit);
    const sentence = Math.max(head.lastIndexOf("。"), head.lastIndexOf("？"), head.lastIndexOf("！"));
    const pause = Math.max(head.lastIndexOf("、"), head.lastIndexOf(" "));
    const end = sentence > 0 ? sentence + 1 : pause > 0 ? pause + 1 : limit;
    pieces.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  if (rest !== "") pieces.push(rest);
  return pieces.filter((piece) => piece !== "");
}
