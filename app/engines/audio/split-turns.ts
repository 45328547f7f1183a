import type { Turn } from "#app/engines/script/script.ts";
import { splitSentences } from "#app/engines/script/split-sentences.ts";
import type { SpokenTurn } from "#app/engines/speech/speech-engine.ts";

/** A sentence of a turn. */
export interface Utterance extends SpokenTurn {
  turn: number;
}

/**
 * Splits turns into sentences with their place in what a speaker says at a stretch. The first has `beginsParagraph` and
 * `section`. Loses no words.
 */
export function splitTurns(turns: readonly Turn[]): Utterance[] {
  return turns.flatMap(({ text, ...turn }, index) => {
    const { beginsParagraph: _, section: _section, ...rest } = turn;
    const sentences = text
      .split("\n")
      .flatMap((line) => splitSentences(line).map((sentence) => sentence.text));
    return sentences.map((sentence, position) => ({
      ...(position === 0 ? turn : rest),
      text: sentence,
      turn: index,
      place: { sentence: placeOf(position), isLast: position === sentences.length - 1 },
    }));
  });
}

const placeOf = (position: number) => (position === 0 || position === 1 || position === 2 ? position : 3);

const pauseSeconds = {
  section: 1.2,
  paragraph: 0.8,
  sentence: 0.5,
  /** After … and ――. */
  unfinished: 0.7,
  /** Around an interjection, and after words such as 「はい。」. */
  beforeInterjection: 0.2,
  afterInterjection: 0.25,
};

/** ああ、そういうことですか。 */
const maxInterjectionLetters = 12;
/** なるほど。 */
const maxLeadLetters = 4;
const unfinished = /(?:…|\.{3}|[―—─]{2}|・{3})[。」』）)]*$/;

/**
 * Seconds at normal speed: 1.2 before a section, 0.8 before a paragraph (also a speaker's next turn), 0.2 before and 0.25 after
 * the other's short reply, 0.7 after something unfinished, else 0.5.
 */
export function pauseBetween(before: Utterance, after: Utterance): number {
  if (after.section !== undefined) return pauseSeconds.section;
  if (after.beginsParagraph) return pauseSeconds.paragraph;
  const usual = unfinished.test(before.text.trim()) ? pauseSeconds.unfinished : pauseSeconds.sentence;
  if (before.turn === after.turn)
    return letters(before.text) <= maxLeadLetters ? pauseSeconds.afterInterjection : usual;
  if (before.speaker === after.speaker) return pauseSeconds.paragraph;
  if (letters(after.text) <= maxInterjectionLetters) return pauseSeconds.beforeInterjection;
  return letters(before.text) <= maxInterjectionLetters ? pauseSeconds.afterInterjection : usual;
}

function letters(text: string): number {
  return text.match(/[\p{L}\p{N}ー]/gu)?.length ?? 0;
}
