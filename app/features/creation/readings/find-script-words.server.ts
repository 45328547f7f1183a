import { parseScript, type Turn } from "#app/engines/script/script.ts";
import { findLexicon } from "#app/features/pronunciations/server/list-pronunciations.server.ts";
import { splitPlaceReadings, withoutPlaceReadings, wordsOfLine } from "#app/lib/place-readings.ts";
import { logger } from "#app/logger.server.ts";
import type { ReadingOffer } from "./reading-offers.ts";
import type { ScriptWords, WordReading } from "./word-reading.ts";

/** Spoken after a candidate, so that its particles are heard. */
const maxContext = 5;

/** How long the page waits (ms); then the local reading stands in. */
const engineReadingMs = 1500;

/** What the address names: the open word, and readings for the dictionary. */
export interface OpenedWord {
  place: { line: number; at: number } | null;
  offers: readonly ReadingOffer[];
  /** Signed in to the console; asked only if a word is open. */
  isAdmin: () => Promise<boolean>;
}

export const nothingOpened: OpenedWord = { place: null, offers: [], isAdmin: async () => false };

/** The offered readings that neither dictionary has. */
export async function findOffers(o: { viewer: { id: string }; opened: OpenedWord }): Promise<ReadingOffer[]> {
  const { offers } = o.opened;
  if (offers.length === 0) return [];
  // Loaded on demand: the rules of the voices.
  const { findReadings: findWords } = await import("#app/engines/pronunciations/apply-readings.ts");
  const lexicon = await findLexicon(o.viewer.id);
  return offers.filter(({ word, reading }) => {
    const [first] = findWords(word, lexicon);
    return first?.text !== word || first.entry?.reading !== reading;
  });
}

interface WordOptions {
  viewer: { id: string };
  /** Null for the engine's own. */
  voices: { A: string; B: string } | null;
  opened: OpenedWord;
}

/** The words of a script, with the readings at `opened.place` if there is a word. */
export async function findScriptWords(options: WordOptions & { script: string }): Promise<ScriptWords> {
  const { opened, script } = options;
  const { place } = opened;
  const turns = parseScript(script);
  const lines = turns.map(({ text }) => wordsOfLine(text));
  const turn = place && turns[place.line];
  const word = place && lines[place.line]?.find(({ at, isWord }) => isWord && at === place.at);
  if (!turn || !word || !place) return { lines, open: null };
  try {
    return { lines, open: await findReadings({ ...options, turn, word: word.text, place }) };
  } catch (error) {
    logger.error({ err: error }, "the readings of a word are not known");
    return { lines, open: null };
  }
}

async function findReadings(
  o: WordOptions & { turn: Turn; word: string; place: { line: number; at: number } },
): Promise<WordReading> {
  const { viewer, turn, word, place } = o;
  // Loaded on demand: front end and voices.
  const [
    { proposeReadings, readByEngine },
    { speechEngine },
    { resolveVoices },
    { findReadings: findWords },
    lexicon,
  ] = await Promise.all([
    import("#app/engines/speech/hts/propose-readings.ts"),
    import("#app/engines/speech/choose-speech-engine.ts"),
    import("#app/engines/speech/speech-engine.ts"),
    import("#app/engines/pronunciations/apply-readings.ts"),
    findLexicon(viewer.id),
  ]);
  const { toKatakana } = await import("#app/engines/pronunciations/katakana.ts");
  const engine = await speechEngine();
  const { takesAccents = false } = engine;
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
  const known = own ?? listed;
  const voice = resolveVoices(engine, o.voices)[turn.speaker].id;
  const { readText } = engine;
  const line = { before: sentenceEndOf(before), word, after: sentenceStartOf(after) };
  const signal = AbortSignal.timeout(engineReadingMs);
  const ofEngine =
    readText && !known
      ? await readByEngine((text) => readText({ text, voiceId: voice, signal }), line).catch((error) => {
          logger.warn({ err: error }, "the speech engine did not say how it reads a word");
          return null;
        })
      : null;
  const candidates = await proposeReadings({ ...line, known, ofEngine, takesAccents });
  return {
    ...place,
    word,
    own,
    takesAccents,
    candidates,
    isGuess: !known && !ofEngine && engine.name !== "local",
    after: [...(/^[^、。！？!?\s「」（）]*/u.exec(after)?.[0] ?? "")].slice(0, maxContext).join(""),
    voice,
    isAdmin: await o.opened.isAdmin(),
  };
}

const sentenceEndOf = (text: string) => /[^。！？\n]*$/u.exec(text)?.[0] ?? "";
const sentenceStartOf = (text: string) => /^[^。！？\n]*/u.exec(text)?.[0] ?? "";
