import type { Turn } from "#app/engines/script/script.ts";
import { splitSentences } from "#app/engines/script/split-sentences.ts";
import type { SpokenTurn } from "#app/engines/speech/speech-engine.ts";

/** What is spoken at once: a sentence of a turn. */
export interface Utterance extends SpokenTurn {
  /** Index of its turn. */
  turn: number;
}

/**
 * Splits turns into what an engine speaks at once: the sentences of each line, with their places in what one speaker says at a stretch.
 * `beginsParagraph` and `section` are with the first of them. No words are lost.
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

/** Seconds between two utterances at normal speed. */
const pauseSeconds = {
  /** The speaker of the new section breathes in meanwhile. */
  section: 1.2,
  paragraph: 0.8,
  sentence: 0.5,
  /** After … and ――, where somebody thinks. */
  unfinished: 0.7,
  /** Before and after an interjection, and after a word such as 「はい。」 within a turn. */
  beforeInterjection: 0.2,
  afterInterjection: 0.25,
};

/** Letters of the longest interjection: ああ、そういうことですか。 */
const maxInterjectionLetters = 12;
/** Letters of the longest word that leads over to the next sentence: なるほど。 */
const maxLeadLetters = 4;
const unfinished = /(?:…|\.{3}|[―—─]{2}|・{3})[。」』）)]*$/;

/**
 * Seconds of silence between two utterances at normal speed: 1.2 before a section, 0.8 before a paragraph (also where a speaker goes on
 * with a new turn), 0.2 before and 0.25 after a short reply of the other speaker, 0.7 after what is left unfinished, else 0.5.
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
