import { quotedSpans } from "./quoted-spans.ts";

const enders = new Set([..."。！？!?｡．؟۔।."]);
const closers = new Set([..."」』）)】〕］]》〉”’\"'"]);
const abbreviations = new Set("mr mrs ms dr st vs etc prof jr sr no e.g i.e".split(" "));

/** Longer sentences are broken; the pieces are at most `longestPiece` long. UTF-16 units. */
const longestSentence = 200;
const longestPiece = 160;
const shortestPiece = 40;

function isSpace(mark: string): boolean {
  return mark === "" || /\s/u.test(mark);
}

/** Whether the mark at `at` ends a sentence, judged by what stands around it. */
function endsSentence(text: string, at: number): boolean {
  const mark = text.charAt(at);
  const next = text.charAt(at + 1);
  if (mark === "．") return !/[0-9０-９A-Za-z]/u.test(next);
  if (mark === "!" || mark === "?")
    return isSpace(next) || next > "\u007f" || closers.has(next) || enders.has(next);
  if (mark !== ".") return true;
  if (!isSpace(next) && !closers.has(next))
    return next > "\u007f" && !/[\p{L}\p{N}]/u.test(text.charAt(at - 1));
  const before = text.slice(Math.max(0, at - 6), at);
  const word = /[\p{L}.]+$/u.exec(before)?.[0].toLowerCase() ?? "";
  if (word.length === 1 && /[a-z]/u.test(word)) return false;
  if (abbreviations.has(word)) return false;
  return !/^\s+[a-z]/u.test(text.slice(at + 1, at + 4));
}

/** A piece that holds only marks belongs to the sentence before it. */
function hasContent(text: string): boolean {
  return /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text);
}

function splitAtEnders(line: string): string[] {
  const quotedUntil = quotedSpans(line);
  const cuts: number[] = [];
  let at = 0;
  while (at < line.length) {
    const quoteEnd = quotedUntil[at] ?? 0;
    if (quoteEnd > 0) {
      at = quoteEnd;
      // 「…。」 followed by a word rather than by と or another particle is a sentence of its own.
      const spoken = at >= 2 && enders.has(line.charAt(at - 2)) && line.charAt(at - 1) !== ")";
      if (spoken && /^[\p{Script=Han}\p{Script=Katakana}「『]/u.test(line.slice(at, at + 2))) cuts.push(at);
      continue;
    }
    if (!enders.has(line.charAt(at)) || !endsSentence(line, at)) {
      at++;
      continue;
    }
    at++;
    while (
      at < line.length &&
      !quotedUntil[at] &&
      (enders.has(line.charAt(at)) || closers.has(line.charAt(at)))
    )
      at++;
    cuts.push(at);
  }
  cuts.push(line.length);
  const sentences: string[] = [];
  let from = 0;
  for (const cut of cuts) {
    const part = line.slice(from, cut);
    from = cut;
    const last = sentences.length - 1;
    const before = sentences[last];
    if (before !== undefined && !hasContent(part)) sentences[last] = before + part;
    else sentences.push(part);
  }
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== "");
}

const graphemes = new Intl.Segmenter("ja", { granularity: "grapheme" });

/** The last place within `longestPiece` that cuts no visible character in two. */
function hardCut(text: string): number {
  let cut = 0;
  for (const { index } of graphemes.segment(text.slice(0, longestSentence))) {
    if (index > longestPiece) break;
    cut = index;
  }
  if (cut > 0) return cut;
  const code = text.charCodeAt(longestPiece - 1);
  return code >= 0xd800 && code <= 0xdbff ? longestPiece - 1 : longestPiece;
}

function nextCut(text: string): number {
  const quotedUntil = quotedSpans(text.slice(0, longestPiece + longestSentence));
  let soft = 0;
  for (let at = 1; at <= longestPiece; at++) {
    if (quotedUntil[at - 1] && quotedUntil[at]) continue;
    if (/[、，,;；:：،؛\s]/u.test(text.charAt(at - 1)) && !/[0-9]/u.test(text.charAt(at))) soft = at;
  }
  if (soft >= shortestPiece) return soft;
  const cut = hardCut(text);
  const quoteEnd = quotedUntil[cut - 1] && quotedUntil[cut] ? (quotedUntil[cut] ?? 0) : 0;
  if (quoteEnd === 0) return cut;
  let opening = cut;
  while (opening > 0 && quotedUntil[opening - 1] === quoteEnd) opening--;
  return opening > 0 ? opening : quoteEnd;
}

function breakLongSentence(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > longestSentence) {
    const cut = nextCut(rest);
    pieces.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  pieces.push(rest);
  return pieces.filter((piece) => piece !== "");
}

/**
 * Splits one line into its sentences, in order and without loss except for the spaces between them.
 *
 * Ends are 。！？ and their relatives of other scripts; an ASCII period counts when it ends a word
 * before a space. Quotations up to `longestWholeQuote` are never split. A sentence of more than 200
 * UTF-16 units comes in pieces, broken at 、 or a space where there is one.
 */
export function splitSentences(line: string): { text: string; pieces: string[] }[] {
  return splitAtEnders(line).map((text) => ({ text, pieces: breakLongSentence(text) }));
}
