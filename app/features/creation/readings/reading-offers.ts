import { toKatakana } from "#app/engines/pronunciations/katakana.ts";
import { parseScript } from "#app/engines/script/script.ts";
import { splitPlaceReadings, withoutPlaceReadings, wordsOfLine } from "#app/lib/place-readings.ts";

/** A reading that a member has just written into a line, which their dictionary could have. */
export interface ReadingOffer {
  word: string;
  /** Katakana. */
  reading: string;
  /** The mora that the pitch falls after, 0 for none; null leaves it to the engine. */
  accent: number | null;
}

const maxOffers = 3;

/**
 * The readings that `after` has and `before` has not: places with a mark, and words that are written in kana now. A rewording in
 * kana looks the same as a reading: it is an offer, and nothing is stored by it.
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

/** The one word of a line that is written in kana after it; null for any other change. */
function kanaOffer(marked: string, markedAfter: string): ReadingOffer | null {
  const [before, after] = [withoutPlaceReadings(marked), withoutPlaceReadings(markedAfter)];
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const end = before.length - tail;
  // The change is a word's where it begins within it: 食べる is written たべる by its first letter alone.
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

/** The query with which a page offers readings; empty for none. */
export const offersQuery = (offers: readonly ReadingOffer[]): string =>
  offers.length === 0 ? "" : `?${new URLSearchParams(offers.map((offer) => ["read", formatOffer(offer)]))}`;

/** The readings that a page's address offers. */
export function parseOffers(query: URLSearchParams): ReadingOffer[] {
  return query
    .getAll("read")
    .slice(0, maxOffers)
    .flatMap((value) => {
      const [, word, reading, fall] = /^([^:]{1,50}):([ァ-ヶー]{1,60}):(\d{0,2})$/u.exec(value) ?? [];
      return word && reading ? [{ word, reading, accent: fall ? Number(fall) : null }] : [];
    });
}
