import { parseScript } from "#app/engines/script/script.ts";
import { findLexicon } from "#app/features/pronunciations/server/list-pronunciations.server.ts";
import { splitPlaceReadings, withoutPlaceReadings, wordsOfLine } from "#app/lib/place-readings.ts";
import { logger } from "#app/logger.server.ts";
import type { DraftWords, WordReading } from "./word-reading.ts";

/** What is spoken after the word of a candidate at most, so that its particles are heard. */
const maxContext = 5;

/** The words of a draft, and the readings of the one at `place`; none for a place without a word. */
export async function findDraftWords(options: {
  viewer: { id: string };
  script: string;
  voices: { A: string; B: string } | null;
  place: { line: number; at: number } | null;
}): Promise<DraftWords> {
  const { place, script } = options;
  const turns = parseScript(script);
  const lines = turns.map(({ text }) => wordsOfLine(text));
  const turn = place && turns[place.line];
  const word = place && lines[place.line]?.find(({ at, isWord }) => isWord && at === place.at);
  if (!turn || !word || !place) return { lines, open: null };
  const voice = options.voices?.[turn.speaker] ?? "";
  try {
    return { lines, open: await findReadings({ ...options, turn, word: word.text, place, voice }) };
  } catch (error) {
    logger.error({ err: error }, "the readings of a word are not known");
    return { lines, open: null };
  }
}

async function findReadings(o: {
  viewer: { id: string };
  turn: { text: string };
  word: string;
  place: { line: number; at: number };
  voice: string;
}): Promise<WordReading> {
  const { viewer, turn, word, place, voice } = o;
  // Loaded when it is asked: the front end and the voices.
  const [{ proposeReadings }, { speechEngine }, { findReadings: findWords }, { toKatakana }, lexicon] =
    await Promise.all([
      import("#app/engines/speech/hts/propose-readings.ts"),
      import("#app/engines/speech/choose-speech-engine.ts"),
      import("#app/engines/pronunciations/apply-readings.ts"),
      import("#app/engines/pronunciations/katakana.ts"),
      findLexicon(viewer.id),
    ]);
  const { takesAccents = false } = await speechEngine();
  const shown = withoutPlaceReadings(turn.text);
  const [before, after] = [shown.slice(0, place.at), shown.slice(place.at + word.length)];
  let at = 0;
  const piece = splitPlaceReadings(turn.text).find(({ text }) => {
    at += text.length;
    return at > place.at;
  });
  const own = piece?.reading
    ? { reading: toKatakana(piece.reading.kana) ?? piece.reading.kana, accent: piece.reading.accent }
    : null;
  const entry = findWords(word, lexicon).find(({ text, entry }) => entry && text === word)?.entry;
  const listed = entry ? { reading: entry.reading, accent: entry.accent ?? null } : null;
  const candidates = await proposeReadings({
    before: sentenceEndOf(before),
    word,
    after: sentenceStartOf(after),
    known: own ?? listed,
    takesAccents,
  });
  const context = [...(/^[^、。！？!?\s「」（）]*/u.exec(after)?.[0] ?? "")].slice(0, maxContext).join("");
  return {
    ...place,
    word,
    own,
    takesAccents,
    candidates: candidates.map((way) => ({
      ...way,
      soundPath: `/api/readings/sample?${new URLSearchParams({
        reading: way.reading,
        accent: way.accent === null ? "" : String(way.accent),
        after: context,
        voice,
      })}`,
    })),
  };
}

const sentenceEndOf = (text: string) => /[^。！？\n]*$/u.exec(text)?.[0] ?? "";
const sentenceStartOf = (text: string) => /^[^。！？\n]*/u.exec(text)?.[0] ?? "";
