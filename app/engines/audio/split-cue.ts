import type { Span } from "./find-speech.ts";

const maxCueSeconds = 7;
/** How far a pause may be from its comma, as a share of the whole. */
const maxDistance = 0.1;
/** Morae of a Japanese character; others count as one. */
const morae: readonly [RegExp, number][] = [
  [/[\p{Script=Han}\p{Nd}]/u, 2],
  [/[\p{P}\s]/u, 0],
];

interface Piece extends Span {
  text: string;
}

/**
 * Splits a sentence of more than 7 s at commas with pauses, repeatedly. `voice` in samples. Keeps all characters but spaces
 * between pieces.
 */
export function splitCue(text: string, voice: Span & { pauses: Span[] }, sampleRate: number): Piece[] {
  const whole: Piece = { text, start: voice.start, end: voice.end };
  return divide(whole, cutsOf(text, voice), maxCueSeconds * sampleRate);
}

interface Cut {
  at: number;
  pause: Span;
}

function divide(piece: Piece, cuts: readonly Cut[], maxLength: number): Piece[] {
  if (piece.end - piece.start <= maxLength || cuts.length === 0) return [piece];
  const middle = (piece.start + piece.end) / 2;
  const distance = ({ pause }: Cut) => Math.abs((pause.start + pause.end) / 2 - middle);
  const best = cuts.reduce((nearest, cut) => (distance(cut) < distance(nearest) ? cut : nearest));
  const [before, after] = [piece.text.slice(0, best.at), piece.text.slice(best.at)];
  return [
    ...divide(
      { text: before.trim(), start: piece.start, end: best.pause.start },
      cuts.filter(({ at }) => at < best.at),
      maxLength,
    ),
    ...divide(
      { text: after.trim(), start: best.pause.end, end: piece.end },
      cuts
        .filter(({ at }) => at > best.at)
        .map(({ at, pause }) => ({ at: at - best.at - (after.length - after.trimStart().length), pause })),
      maxLength,
    ),
  ];
}

/** Commas with their pauses: in order if their numbers match, else mutually nearest ones. */
function cutsOf(text: string, voice: Span & { pauses: Span[] }): Cut[] {
  const commas = [...text.matchAll(/[、，,](?!\d)/gu)]
    .map(({ index, 0: mark }) => index + mark.length)
    .filter((at) => moraeOf(text.slice(at)) > 0);
  const { pauses } = voice;
  if (commas.length === pauses.length)
    return commas.flatMap((at, i) => (pauses[i] ? [{ at, pause: pauses[i] }] : []));
  const length = (spans: readonly Span[]) => spans.reduce((sum, { start, end }) => sum + end - start, 0);
  const spoken = voice.end - voice.start - length(pauses);
  const ofPauses = pauses.map(
    ({ start }, i) => (start - voice.start - length(pauses.slice(0, i))) / Math.max(1, spoken),
  );
  const ofCommas = commas.map((at) => moraeOf(text.slice(0, at)) / Math.max(1, moraeOf(text)));
  const nearest = (value: number, others: readonly number[]) =>
    others.reduce(
      (best, other, i) => (Math.abs(other - value) < Math.abs((others[best] ?? 9) - value) ? i : best),
      0,
    );
  return commas.flatMap((at, i) => {
    const share = ofCommas[i] ?? 0;
    const j = nearest(share, ofPauses);
    const pause = pauses[j];
    const found = ofPauses[j] ?? 9;
    if (!pause || Math.abs(found - share) > maxDistance || nearest(found, ofCommas) !== i) return [];
    return [{ at, pause }];
  });
}

const moraeOf = (text: string): number =>
  Array.from(text).reduce(
    (sum, character) => sum + (morae.find(([script]) => script.test(character))?.[1] ?? 1),
    0,
  );
