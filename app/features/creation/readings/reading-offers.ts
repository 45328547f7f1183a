import { toKatakana } from "#app/engines/pronunciations/katakana.ts";
import { parseScript } from "#app/engines/script/script.ts";
import { splitPlaceReadings, withoutPlaceReadings, wordsOfLine } from "#app/lib/place-readings.ts";

/** Just written into a line; the dictionary could have it. */
export interface ReadingOffer {
  word: string;
  reading: string;
  /** The pitch falls after this mora; 0 for none, null leaves it to the engine. */
  accent: number | null;
}

const maxOffers = 3;

/**
 * Readings only in `after`: marks, and words now in kana. A rewording in kana looks the same, which is harmless: an offer
 * stores nothing.
 */
export function findNewReadings(before: string, after: string): ReadingOffer[] {
  const [old, now] = [parseScript(before), parseScript(after)].map((turns) => turns.map(({ text }) => text));
  if (!old || !now) return [];
  const known = new Set(old.flatMap(marksOf).map(formatOffer));
  const marked = now.flatMap(marksOf).filter((offer) => !known.has(formatOffer(offer)));
  const inKana =
    old.length === now.length ? now.flatMap((line, at) => kanaOffer(old[at] ?? "", line) ?? []) : [];
  const byWord = new Map([...inKana, ...marked].map((offer) => [offer.word, offer]));
  return [...byWord.values()].slice(0, maxOffers);
}

function marksOf(line: string): ReadingOffer[] {
  return splitPlaceReadings(line).flatMap(({ text: word, reading }) => {
    const kana = reading && toKatakana(reading.kana);
    return kana ? [{ word, reading: kana, accent: reading.accent }] : [];
  });
}

/** The one word now in kana; null for any other change. */
function kanaOffer(marked: string, markedAfter: string): ReadingOffer | null {
  const [before, after] = [withoutPlaceReadings(marked), withoutPlaceReadings(markedAfter)];
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const end = before.length - tail;
  // The change must begin within the word: たべる differs from 食べる only in the first letter.
  const touched = wordsOfLine(before).filter(({ at, text }) => at < end && at + text.length > head);
  const [first, last] = [touched.at(0), touched.at(-1)];
  if (!first || !last || end <= head) return null;
  const behind = before.length - (last.at + last.text.length);
  const word = before.slice(first.at, before.length - behind);
  const isWord = /[\p{Script=Han}\p{Script=Latin}\p{N}]/u.test(word) && /^[\p{L}\p{N}・]{1,20}$/u.test(word);
  const reading = toKatakana(after.slice(first.at, after.length - behind));
  return isWord && reading ? { word, reading, accent: null } : null;
}

const formatOffer = ({ word, reading, accent }: ReadingOffer) => `${word}:${reading}:${accent ?? ""}`;

/** Empty for none. */
export const offersQuery = (offers: readonly ReadingOffer[]): string =>
  offers.length === 0 ? "" : `?${new URLSearchParams(offers.map((offer) => ["read", formatOffer(offer)]))}`;

export function parseOffers(query: URLSearchParams): ReadingOffer[] {
  return query
    .getAll("read")
    .slice(0, maxOffers)
    .flatMap((value) => {
      const [, word, reading, fall] = /^([^:]{1,50}):([ァ-ヶー]{1,60}):(\d{0,2})$/u.exec(value) ?? [];
      return word && reading ? [{ word, reading, accent: fall ? Number(fall) : null }] : [];
    });
}
