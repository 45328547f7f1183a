import type { LineWord } from "#app/lib/place-readings.ts";

/** A word of a draft with the ways it could be read, for the panel that is opened by `?word=LINE.AT`. */
export interface WordReading {
  /** From 0. */
  line: number;
  /** Its first character in the line as it is shown, from 0. */
  at: number;
  word: string;
  /** What the place itself says; null where it says nothing. */
  own: { reading: string; accent: number | null } | null;
  candidates: { reading: string; accent: number | null; soundPath: string }[];
  /** Whether the installation's voices take accents; else the candidates differ by their kana. */
  takesAccents: boolean;
}

/** The words of a draft by its lines, and the one whose reading is asked for. */
export interface DraftWords {
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
export const formatWay = ({ reading, accent }: { reading: string; accent: number | null }) =>
  `${reading}:${accent ?? ""}`;
