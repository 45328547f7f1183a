import type { LineWord } from "#app/lib/place-readings.ts";

/** A way to say a word. */
export interface ReadingWay {
  /** Katakana. */
  reading: string;
  /** The mora that the pitch falls after, 0 for none; null leaves it to the engine. */
  accent: number | null;
}

/** Where a reading can be kept: at its place alone, in the member's dictionary, in the site's (by the admin). */
export const readingScopes = ["place", "member", "site"] as const;

/** A word of a script with the ways it could be read, for the panel that is opened by `?word=LINE.AT`. */
export interface WordReading {
  /** From 0. */
  line: number;
  /** Its first character in the line as it is shown, from 0. */
  at: number;
  word: string;
  /** What the place itself says; null where it says nothing. */
  own: ReadingWay | null;
  candidates: ReadingWay[];
  /** Whether the installation's voices take accents; else the candidates differ by their kana. */
  takesAccents: boolean;
  /** Nobody knows how the engine reads the word: the first candidate is what the local rules say. */
  isGuess: boolean;
  /** What a sample says after the word, and with which voice. */
  after: string;
  voice: string;
  /** Whether the site's dictionary can be changed: the browser is signed in to the console. */
  isAdmin: boolean;
}

/** The words of a script by its lines, and the one whose reading is asked for. */
export interface ScriptWords {
  lines: LineWord[][];
  open: WordReading | null;
}

/** The query of the panel. */
export const wordQuery = ({ line, at }: { line: number; at: number }) => `?word=${line}.${at}`;

/** The place that `?word=` names; null for anything else. */
export function parseWordQuery(value: string | null): { line: number; at: number } | null {
  const [, line, at] = /^(\d{1,4})\.(\d{1,4})$/.exec(value ?? "") ?? [];
  return line === undefined || at === undefined ? null : { line: Number(line), at: Number(at) };
}

/** A candidate as a form posts it: ハシ:2, and ハシ: without an accent. */
export const formatWay = ({ reading, accent }: ReadingWay) => `${reading}:${accent ?? ""}`;

/** The address of the sample of a way to say a word. */
export function samplePath({ after, voice }: WordReading, { reading, accent }: ReadingWay): string {
  const said = { reading, accent: accent === null ? "" : String(accent), after, voice };
  return `/api/readings/sample?${new URLSearchParams(said)}`;
}
