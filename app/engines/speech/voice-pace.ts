import type { Speaker } from "#app/engines/script/script.ts";
import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";

/** How fast a voice speaks at normal speed. */
export interface VoicePace {
  secondsPerMora: number;
  /** The pause at 、, and where an emoji stands. */
  secondsPerComma: number;
}

/** Of a voice that nobody has measured: the mean of the local ones. */
export const unmeasuredPace: VoicePace = { secondsPerMora: 0.13, secondsPerComma: 0.29 };

/** What is spoken of a text. */
export interface SpokenMeasure {
  morae: number;
  commas: number;
}

/** What a script says, by who says it, and the pauses between its sentences at normal speed. */
export interface ScriptMeasure extends Readonly<Record<Speaker, SpokenMeasure>> {
  pauseSeconds: number;
}

/** Morae of a kanji, a figure and a Latin letter, on average of the texts on which the voices were measured. */
const moraeOf = { kanji: 1.7, figure: 1.9, latin: 0.72 };

/** About how long a text is as it is said: within a few percent for some sentences. Small kana make no mora of their own. */
export function measureSpoken(text: string): SpokenMeasure {
  const measure = { morae: 0, commas: 0 };
  for (const character of normalizeUnicode(text, "NFKC")) {
    if (/[ゃゅょぁぃぅぇぉャュョァィゥェォ]/u.test(character)) continue;
    if (/\p{Script=Han}/u.test(character)) measure.morae += moraeOf.kanji;
    else if (/\p{Nd}/u.test(character)) measure.morae += moraeOf.figure;
    else if (/\p{Script=Latin}/u.test(character)) measure.morae += moraeOf.latin;
    else if (/[\p{L}ー]/u.test(character)) measure.morae++;
    else if (/[、,]|\p{Extended_Pictographic}/u.test(character)) measure.commas++;
  }
  return measure;
}

/** Silence before the first voice and after the last one. */
const edgeSeconds = 0.45;

/**
 * How long a script is when these voices speak it, in seconds: the morae of each speaker and their pauses at the voice's pace, and the
 * pauses between sentences, all of which a speaking rate of 2 halves. What is made of it is within a tenth of that.
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

/** A promised length in words, in steps of five seconds: 「約3分10秒」. */
export function describeLength(seconds: number): string {
  const rounded = Math.max(5, 5 * Math.round(seconds / 5));
  const [minutes, rest] = [Math.floor(rounded / 60), rounded % 60];
  return `約${minutes > 0 ? `${minutes}分` : ""}${rest > 0 ? `${rest}秒` : ""}`;
}
