import type { LineWord } from "#app/lib/place-readings.ts";

export interface WordPronunciation {
  reading: string;
  /** The pitch falls after this mora; 0 for none, null leaves it to the engine. */
  accent: number | null;
}

export const readingScopes = ["place", "member", "site"] as const;

/** A word in the panel at `?word=LINE.AT`. */
export interface WordReading {
  line: number;
  /** First character in the shown line, from 0. */
  at: number;
  word: string;
  own: WordPronunciation | null;
  candidates: WordPronunciation[];
  /** False: the engine takes no accents, and the candidates differ by kana alone. */
  takesAccents: boolean;
  /** The engine's reading is unknown: the first candidate is the local rules'. */
  isGuess: boolean;
  /** Spoken after the word in samples, and by whom. */
  after: string;
  voice: string;
  /** Signed in to the console: the site's dictionary can be changed. */
  isAdmin: boolean;
}

export interface ScriptWords {
  lines: LineWord[][];
  open: WordReading | null;
}

export const wordQuery = ({ line, at }: { line: number; at: number }) => `?word=${line}.${at}`;

/** The place that `?word=` names; null for anything else. */
export function parseWordQuery(value: string | null): { line: number; at: number } | null {
  const [, line, at] = /^(\d{1,4})\.(\d{1,4})$/.exec(value ?? "") ?? [];
  return line === undefined || at === undefined ? null : { line: Number(line), at: Number(at) };
}

/** ハシ:2; ハシ: without an accent. */
export const formatWay = ({ reading, accent }: WordPronunciation) => `${reading}:${accent ?? ""}`;

export function samplePath({ after, voice }: WordReading, { reading, accent }: WordPronunciation): string {
  const said = { reading, accent: accent === null ? "" : String(accent), after, voice };
  return `/api/readings/sample?${new URLSearchParams(said)}`;
}
