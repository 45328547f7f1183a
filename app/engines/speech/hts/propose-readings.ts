import { countMorae } from "#app/engines/pronunciations/katakana.ts";
import { markedText } from "#app/engines/pronunciations/speakable-text.ts";
import { createRequestThread } from "#app/engines/request-thread.ts";
import type { ReadPhrase } from "#app/engines/speech/speech-engine.ts";
import { analyzeWords } from "#app/engines/words/analyze-words.ts";
import type { ReadRequest } from "./reading-thread.ts";

interface ReadingCandidate {
  reading: string;
  /** The pitch falls after this mora, 0 for none; null if the engine takes no accents. */
  accent: number | null;
}

const maxCandidates = 3;
const idleMs = 5000;

const readInThread = createRequestThread<ReadRequest[], ReadPhrase[][]>({
  name: "reading-thread",
  base: import.meta.url,
  idleMs,
});

/**
 * Up to three ways to say a word, the likeliest first: `known`, the speaking engine's, the front end's, the analyser's, then
 * common accents by length and part of speech. Without accents they differ by kana.
 */
export async function proposeReadings(o: {
  before: string;
  word: string;
  after: string;
  /** From a dictionary or the place. */
  known: { reading: string; accent: number | null } | null;
  ofEngine?: ReadingCandidate | null;
  takesAccents: boolean;
}): Promise<ReadingCandidate[]> {
  const { before, word, after, known, ofEngine = null, takesAccents } = o;
  const texts = [before + word + after, before, after, word];
  const words = await analyzeWords(texts.map((text) => markedText(text)));
  const [whole = [], head = [], tail = [], alone = []] = await readInThread(
    texts.map((text, index) => ({ text, words: words[index] ?? [] })),
  );
  const inLine = cut(whole, countOf(head), countOf(tail));
  const ofWord = words[3] ?? [];
  const listed = ofWord.map(({ pronunciation }) => pronunciation ?? "").join("");
  const found: { reading: string; accent: number | null }[] = [
    ...(known ? [known] : []),
    ...(ofEngine ? [ofEngine] : []),
    ...(inLine ? [inLine] : []),
    ...[cut(alone, 0, 0)].flatMap((way) => way ?? []),
    ...(/^[ァ-ヶー]+$/.test(listed) ? [{ reading: listed, accent: null }] : []),
  ];
  const isInflected = /^(?:動詞|形容詞)$/.test(ofWord.at(0)?.kind ?? "");
  const ways: ReadingCandidate[] = [];
  const add = (reading: string, accent: number | null) => {
    const way = { reading, accent: takesAccents ? accent : null };
    const isThere = ways.some(
      (other) => plain(other.reading) === plain(reading) && other.accent === way.accent,
    );
    if (reading !== "" && !isThere && (!takesAccents || accent !== null)) ways.push(way);
  };
  for (const { reading, accent } of found)
    add(reading, accent ?? commonAccents(reading, isInflected)[0] ?? 0);
  const [first] = ways;
  if (takesAccents && first)
    for (const accent of commonAccents(first.reading, isInflected)) add(first.reading, accent);
  return ways.slice(0, maxCandidates);
}

/**
 * How an engine says a word in place, from `readText` of the line and of its surroundings; null if no mora is the word's alone.
 * Rejects as `readText`.
 */
export async function readByEngine(
  readText: (text: string) => Promise<ReadPhrase[]>,
  { before, word, after }: { before: string; word: string; after: string },
): Promise<ReadingCandidate | null> {
  const [whole = [], head = [], tail = []] = await Promise.all(
    [before + word + after, before, after].map((text) => (text === "" ? [] : readText(text))),
  );
  return cut(whole, countOf(head), countOf(tail));
}

const plain = (kana: string) =>
  kana.replace(
    /(?<=[アカサタナハマヤラワガザダバパャ])ア|(?<=[ウクスツヌフムユルグズブプュ])ウ|(?<=[エケセテネヘメレゲゼデベペ])[エイ]|(?<=[オコソトノホモヨロゴゾドボポョ])[オウ]/g,
    "ー",
  );

const countOf = (phrases: readonly ReadPhrase[]) => phrases.reduce((sum, { morae }) => sum + morae.length, 0);

/** Between the first `from` and last `behind` morae, with their fall. */
function cut(phrases: readonly ReadPhrase[], from: number, behind: number): ReadingCandidate | null {
  const morae = phrases.flatMap((phrase) => phrase.morae);
  const to = morae.length - behind;
  if (to <= from) return null;
  let at = 0;
  let accent = 0;
  for (const phrase of phrases) {
    const fall = at + phrase.accent;
    if (phrase.accent > 0 && fall > from && fall <= to && accent === 0) accent = fall - from;
    at += phrase.morae.length;
  }
  return { reading: morae.slice(from, to).join(""), accent };
}

/** Verbs, adjectives: flat, last but one. Nouns: flat, the first if short, else the third from the end (サッカー, ヨーロッパ). */
function commonAccents(reading: string, isInflected: boolean): number[] {
  const count = countMorae(reading);
  if (isInflected) return [0, Math.max(1, count - 1)];
  return count <= 3 ? [0, 1, count] : [0, count - 2, 1];
}
