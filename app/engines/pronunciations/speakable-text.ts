import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";
import { applyReadings } from "./apply-readings.ts";
import { readHomographs } from "./homographs/read-homographs.ts";
import { readLatinPhrases } from "./latin/latin-phrases.ts";
import { readLatin } from "./latin/latin-reading.ts";
import { readMisreadWords } from "./misread-words.ts";
import { readPlaceEndings } from "./names/place-endings.ts";
import { readPlaces } from "./names/places.ts";
import { readSurnames } from "./names/surnames.ts";
import { readCountingNouns } from "./numbers/counting-nouns.ts";
import { spellOutNumbers } from "./numbers/dates-and-numbers.ts";
import { readRomanNumerals } from "./numbers/roman-numerals.ts";
import { nameSymbols } from "./numbers/symbols.ts";
import { spellOutUnits } from "./numbers/units.ts";
import { modernSpelling } from "./old-spelling.ts";
import { lexiconOptions, lexiconReadings, nameReadings } from "./read-lexicon.ts";
import { readVerbs } from "./read-verbs.ts";
import { speakRuby } from "./ruby.ts";

/**
 * Text for the local engine and VOICEVOX: kana, kanji, digits with a decimal point, single spaces, `、。？！`. Latin words become
 * katakana, symbols names, links 「リンク」. An allowlist: control characters, emoji, markup and other scripts never reach a
 * program. Empty if nothing is left. Never throws.
 */
export function speakableText(text: string): string {
  return prepare(text, false);
}

/** Speakable text with the audible marks, for an engine that pauses by them: 「」, （）, and … (also for ――). */
export function markedText(text: string): string {
  return prepare(text, true);
}

function prepare(text: string, keepsMarks: boolean): string {
  const spoken = readRomanNumerals(modernSpelling(speakRuby(text.toWellFormed())));
  // NFKC turns an ellipsis into full stops.
  const before = (keepsMarks ? spoken.replace(/[…‥]+|\.{3,}|・{3,}|[―—─]{2,}/g, "――") : spoken)
    // Before NFKC makes plain digits.
    .replace(/(?<!\d ?[kcm]?m)[²³]/g, (power) => (power === "²" ? "ノ2乗" : "ノ3乗"))
    // ①12: item numbers are separate.
    .replace(/[①-⑳](?=\s?[\d０-９])/gu, (mark) => `${mark.charCodeAt(0) - 0x245f}、`)
    // Narrow ones would look like HTML.
    .replace(/＜([^＜＞\n]{1,60})＞/g, "〈$1〉")
    // A law's article or paragraph, before NFKC narrows its wide space.
    .replace(/^((?:第[〇一二三四五六七八九十百千\d０-９]+[条項章節])|[\d０-９]+)　(?![\d０-９])/gmu, "$1、");
  let t = normalizeUnicode(before, "NFKC")
    // Of a telephone number.
    .replace(/(?<=\d{2})ー(?=\d{2})/g, "-")
    // Between places and names: 東京ー名古屋.
    .replace(/(?<=\p{Script=Han})(?<![超激爆])ー(?=\p{Script=Han})/gu, "、")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours go as a whole, not only their first byte
    .replace(/\u001b\[[\d;]*[A-Za-z]/g, "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, (run) =>
      /[\n\r\u2028\u2029]/.test(run) ? "\n" : run.includes("\t") ? " " : "",
    )
    .replace(/[\p{Cf}\p{Co}\p{Cn}]+/gu, "")
    .replace(/\p{Script=Latin}/gu, (letter) => normalizeUnicode(letter, "NFD"))
    .replace(/\p{M}+/gu, "");
  t = readSlang(removeMarkup(t));
  t = readPlaces(applyReadings(t, nameReadings()));
  const { long, short, compounds, nouns } = lexiconReadings();
  t = readMisreadWords(readHomographs(readSurnames(readVerbs(applyReadings(t, long), "long"))));
  t = applyReadings(t, short, lexiconOptions.short);
  t = applyReadings(t, compounds, lexiconOptions.compounds);
  t = readVerbs(applyReadings(t, nouns, lexiconOptions.nouns), "short");
  t = readPlaceEndings(t);
  t = readLatinPhrases(t);
  t = readCountingNouns(spellOutUnits(spellOutNumbers(t)));
  t = nameSymbols(t);
  t = t
    // Ends a sentence or phrase.
    .replace(/\p{Extended_Pictographic}+/gu, "、")
    .replace(/[A-Za-z]+(?:['’][A-Za-z]+)*(?:[ '’]+[A-Za-z]+(?:['’][A-Za-z]+)*)*/g, (words) =>
      words
        .split(" ")
        .map((word) => readLatin(word.replace(/’/g, "'")))
        .join(""),
    )
    // The engine's dictionary says スィー for シー.
    .replace(
      /(?<=(?:[エビピディジェケティブ]ー|アイ|エム|ユー|エス|エル|エフ|エヌ|オー|アール|ックス))シー(?![ァ-ヶー])/gu,
      "シイ",
    )
    .replace(/――/g, keepsMarks ? "…" : "、")
    .replace(/[「『“]/g, keepsMarks ? "「" : "")
    .replace(/[」』”]/g, keepsMarks ? "」" : "")
    .replace(/[【】〈〉《》〔〕[\]"'‘’`]/g, "")
    .replace(/[()]/g, (mark) => (keepsMarks ? (mark === "(" ? "（" : "）") : "、"))
    .replace(keepsMarks ? /[\n{};:|―—–─]+/g : /[\n{};:|…‥―—–─]+/g, "、")
    .replace(/(?<=\p{Script=Katakana}|ー)[・･](?=\p{Script=Katakana})/gu, "")
    .replace(/[・･,]/g, "、")
    .replace(/(?<!\d)\.|\.(?!\d)/g, "。")
    .replace(/\?/g, "？")
    .replace(/!/g, "！")
    .replace(/[～〜~]+/g, "ー")
    .replace(
      keepsMarks
        ? /[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー0-9.、。？！「」（）… ]/gu
        : /[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー0-9.、。？！ ]/gu,
      " ",
    )
    .replace(/[\u{10000}-\u{10FFFF}]/gu, " ");
  return tidyPauses(t);
}

function readSlang(t: string): string {
  return t
    .replace(
      /[mo]?\(([^()\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\d]{2,12})\)[mo]?/gu,
      (all, face: string) => (/[_^ω∀▽≧≦;Дд]/.test(face) && !/[A-Za-z]{3}/.test(face) ? "" : all),
    )
    .replace(
      /(?:\(笑\)|(?<![A-Za-z])[wW]{2,}(?![A-Za-z])|(?<=[\p{Script=Hiragana}\p{Script=Katakana}])[wW](?=$|[。、\s!?]))+/gu,
      "、わらい、",
    )
    .replace(/\(泣\)/g, "、ナキ、")
    .replace(/\(汗\)/g, "、アセ、")
    .replace(/(?<![\d.])8{5,}(?![\d.]|[万億円人件個回年])/g, "パチパチパチ");
}

/** Keeps the words of Markdown and HTML; links and addresses become a word. */
function removeMarkup(t: string): string {
  return (
    t
      .replace(/!?\[([^\]\n]*)\]\([^)\s]*\)/g, "$1")
      .replace(/(?:https?:\/\/|ftp:\/\/|www\.)[!-~]+/gi, "リンク")
      .replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, "メールアドレス")
      .replace(/<\/?[A-Za-z][^<>\n]*>/g, " ")
      .replace(/&(?:[a-z]+|#\d+);/gi, " ")
      .replace(/^[ ]*(?:#{1,6}|>|[-*+])[ ]+/gm, "")
      .replace(/^[ ]*[-=_*]{3,}[ ]*$/gm, "")
      // Multiplication between numbers.
      .replace(/(?<=\d ?)\*(?= ?\d)/g, "×")
      .replace(/\*{1,3}|_{2,3}|~~|`+/g, "")
      // Aozora Bunko's remarks: ［＃３字下げ］.
      .replace(/\[#[^[\]\n]{0,80}\]/g, "")
  );
}

/** Without leading marks, and long-vowel marks without a letter. Empty without letters. */
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
 * Cuts speakable text into pieces of at most `limit` characters, at the last sentence end, else pause or space, else anywhere.
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
