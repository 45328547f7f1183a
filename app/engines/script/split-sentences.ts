import { graphemeSegmenter } from "#app/lib/grapheme-segmenter.ts";

const enders = new Set([..."。！？!?｡．؟۔।."]);
const closers = new Set([..."」』）)】〕］]》〉”’\"'"]);
const abbreviations = new Set("mr mrs ms dr st vs etc prof jr sr no e.g i.e".split(" "));

const maxSentenceLength = 200;
const maxPieceLength = 160;
const minPieceLength = 40;

function isSpace(mark: string): boolean {
  return mark === "" || /\s/u.test(mark);
}

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

/** Marks alone belong to the sentence before. */
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
      // 「…。」 is a sentence unless と or another particle follows.
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

function hardCut(text: string): number {
  let cut = 0;
  for (const { index } of graphemeSegmenter.segment(text.slice(0, maxSentenceLength))) {
    if (index > maxPieceLength) break;
    cut = index;
  }
  if (cut > 0) return cut;
  const code = text.charCodeAt(maxPieceLength - 1);
  return code >= 0xd800 && code <= 0xdbff ? maxPieceLength - 1 : maxPieceLength;
}

function nextCut(text: string): number {
  const quotedUntil = quotedSpans(text.slice(0, maxPieceLength + maxSentenceLength));
  let soft = 0;
  for (let at = 1; at <= maxPieceLength; at++) {
    if (quotedUntil[at - 1] && quotedUntil[at]) continue;
    if (/[、，,;；:：،؛\s]/u.test(text.charAt(at - 1)) && !/[0-9]/u.test(text.charAt(at))) soft = at;
  }
  if (soft >= minPieceLength) return soft;
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
  while (rest.length > maxSentenceLength) {
    const cut = nextCut(rest);
    pieces.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  pieces.push(rest);
  return pieces.filter((piece) => piece !== "");
}

/**
 * Sentences in order, lossless but for spaces between: end at 。！？ and other scripts' marks, and at a period after a word before
 * a space. Never splits quotations up to `maxQuoteLength`. Over 200 UTF-16 units come in pieces, at 、 or a space if possible.
 */
export function splitSentences(line: string): { text: string; pieces: string[] }[] {
  return splitAtEnders(line).map((text) => ({ text, pieces: breakLongSentence(text) }));
}

const pairs = new Map([
  ["「", "」"],
  ["『", "』"],
  ["（", "）"],
  ["(", ")"],
  ["【", "】"],
  ["“", "”"],
  ["《", "》"],
]);

const openerOf = new Map([...pairs].map(([open, close]) => [close, open]));

/** Longer quotations are split: turns are bounded. */
const maxQuoteLength = 200;

/** By position the outermost closed pair's end (exclusive), or 0; up to `maxQuoteLength` UTF-16 units. */
function quotedSpans(text: string): Uint32Array {
  const ends = new Uint32Array(text.length);
  const openAt = new Map<string, number[]>();
  const spans: { from: number; to: number }[] = [];
  for (let at = 0; at < text.length; at++) {
    const mark = text.charAt(at);
    if (pairs.has(mark)) {
      const open = openAt.get(mark);
      if (open) open.push(at);
      else openAt.set(mark, [at]);
      continue;
    }
    const opener = openerOf.get(mark);
    const from = opener === undefined ? undefined : openAt.get(opener)?.pop();
    if (from !== undefined && at + 1 - from <= maxQuoteLength) spans.push({ from, to: at + 1 });
  }
  spans.sort((one, other) => one.from - other.from || other.to - one.to);
  let covered = 0;
  for (const span of spans) {
    // Overlapping pairs keep the earlier; nested ones are covered.
    if (span.from < covered) continue;
    ends.fill(span.to, span.from, span.to);
    covered = span.to;
  }
  return ends;
}
