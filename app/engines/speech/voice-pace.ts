import type { Speaker } from "#app/engines/script/script.ts";
import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";

export interface VoicePace {
  secondsPerMora: number;
  secondsPerComma: number;
}

/** The local voices' mean. */
export const unmeasuredPace: VoicePace = { secondsPerMora: 0.13, secondsPerComma: 0.29 };

interface SpokenMeasure {
  morae: number;
  commas: number;
}

/** What each speaker says, and the pauses between sentences at normal speed. */
export interface ScriptMeasure extends Readonly<Record<Speaker, SpokenMeasure>> {
  pauseSeconds: number;
}

const moraeOf = { kanji: 1.7, figure: 1.9, place: 1.8, latin: 0.72 };
/** With separators of thousands, which are no pauses. */
const number = /(?<![\d.])\d{1,3}(?:,\d{3})+(?!\d)|\d+/gu;
/** Longer ones are told figure by figure, as those that begin with a zero and those behind a point. */
const maxReadFigures = 8;

/** 5,000 is ごせん: a zero is not said, a figure with others behind it has its place said, and a one before these is not said. */
function measureNumber(text: string, before: string): number {
  const figures = text.replaceAll(",", "");
  if (/^0\d/.test(figures) || figures.length > maxReadFigures || before === ".")
    return figures.length * moraeOf.figure;
  if (figures === "0") return moraeOf.figure;
  const said = [...figures].map((figure, at) => {
    const hasPlace = at < figures.length - 1;
    if (figure === "0") return 0;
    return (hasPlace ? moraeOf.place : 0) + (figure === "1" && hasPlace ? 0 : moraeOf.figure);
  });
  return said.reduce((sum, morae) => sum + morae, 0);
}

/** Measures a text within a few percent for some sentences. Small kana are no morae. */
export function measureSpoken(text: string): SpokenMeasure {
  const measure = { morae: 0, commas: 0 };
  const words = normalizeUnicode(text, "NFKC").replace(number, (found, at: number, whole: string) => {
    measure.morae += measureNumber(found, whole.charAt(at - 1));
    return "";
  });
  for (const character of words) {
    if (/[ゃゅょぁぃぅぇぉャュョァィゥェォ]/u.test(character)) continue;
    if (/\p{Script=Han}/u.test(character)) measure.morae += moraeOf.kanji;
    else if (/\p{Script=Latin}/u.test(character)) measure.morae += moraeOf.latin;
    else if (/[\p{L}ー]/u.test(character)) measure.morae++;
    else if (/[、,]|\p{Extended_Pictographic}/u.test(character)) measure.commas++;
  }
  return measure;
}

const edgeSeconds = 0.45;

/** A made script may differ so much from the length that was promised, as a share. */
export const lengthTolerance = 0.1;

export const isWithinTolerance = (seconds: number, promised: number): boolean =>
  Math.abs(seconds / promised - 1) <= lengthTolerance;

/**
 * Seconds: morae and commas at the voices' pace, and pauses between sentences; a rate of 2 halves all. The result is within a
 * tenth.
 */
export function promisedSeconds(
  measure: ScriptMeasure,
  o: { paces: Readonly<Record<Speaker, VoicePace>>; speakingRate: number },
): number {
  const spoken = (["A", "B"] as const).reduce((sum, speaker) => {
    const { secondsPerMora, secondsPerComma } = o.paces[speaker];
    return sum + measure[speaker].morae * secondsPerMora + measure[speaker].commas * secondsPerComma;
  }, measure.pauseSeconds);
  return edgeSeconds + spoken / o.speakingRate;
}

/** To steps of five seconds: a promise is no nearer. */
export const roundLength = (seconds: number): number => Math.max(5, 5 * Math.round(seconds / 5));

/** 「3分12秒」. */
export function formatLength(seconds: number): string {
  const rounded = Math.round(seconds);
  const [minutes, rest] = [Math.floor(rounded / 60), rounded % 60];
  return `${minutes > 0 ? `${minutes}分` : ""}${rest > 0 ? `${rest}秒` : ""}`;
}

/** 「約3分10秒」: in steps. */
export const describeLength = (seconds: number): string => `約${formatLength(roundLength(seconds))}`;
