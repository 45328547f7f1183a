import { findReadings, type ReadingIndex } from "./apply-readings.ts";
import { readHomographs } from "./homographs/read-homographs.ts";
import { toKatakana } from "./katakana.ts";
import { numberWithCounter, readNumber } from "./numbers/number-reading.ts";
import { nameReadings } from "./read-lexicon.ts";
import { speakableText } from "./speakable-text.ts";

export interface DoubtfulReading {
  word: string;
  /** Kana; null if only the engine knows. */
  said: string | null;
}

const maxDoubtful = 40;

/** Latin words with attached parts; numbers with marks or Latin units. */
const latinOrNumber =
  /(?:https?:\/\/|www\.)\S+|[A-Za-z][A-Za-z\d]*(?:[-.&'’+][A-Za-z\d]+)*|\d[\d,.]*(?:[/:%-]\d+)+|\d[\d,.]*(?:[a-zA-Zμ%℃°㎡²³]+)(?:\/[a-z]+)?/gu;
/** Engines guess its reading. */
const nameBeforeTitle = /\p{Script=Han}{2,5}(?=さん|氏|選手|監督|首相|教授|ちゃん|くん)/gu;
const homographs =
  /十分|人気|上手|下手|辛[いくさ]|生(?=の)|甲|額|風車|市場|角|空(?=の|く)|色紙|最中|金|表(?=[にでのを])|大人気|仮名|寒気|何分|大事(?=に)|頭(?=を垂|が[若棟])|値(?=[がを])|際(?=[にのでま])|素振り|追従|自重|背筋|経(?=を)|面(?=を)|理(?=を)|変化(?=の)|九段|後生|造作/gu;

/**
 * Words worth a look (Latin, numbers with marks, names, homographs), each once, with what will be said; null if only the engine
 * knows. Skips dictionary words.
 */
export function findDoubtful(text: string, index: ReadingIndex): DoubtfulReading[] {
  const found = new Map<string, string | null>();
  const unsettled = findReadings(text, index).filter(({ entry }) => !entry);
  for (const { text: part } of unsettled) {
    for (const { text: word, entry } of findReadings(part, nameReadings())) {
      if (entry) found.set(word, entry.reading);
    }
    for (const [word] of part.matchAll(latinOrNumber)) {
      if (!/^(?:https?:|www\.)/.test(word)) addTo(found, word, inKana(word));
    }
    for (const [word] of part.matchAll(nameBeforeTitle)) addTo(found, word, null);
    for (const match of part.matchAll(homographs))
      addTo(found, match[0], readInContext(part, match.index, match[0]));
  }
  return [...found].slice(0, maxDoubtful).map(([word, said]) => ({ word, said }));
}

function addTo(found: Map<string, string | null>, word: string, said: string | null): void {
  if (!found.has(word)) found.set(word, said);
}

/** By the rules, with numbers; null if kanji are left. */
function inKana(word: string): string | null {
  const kana = speakableText(word)
    .replace(numberWithCounter, (_, number: string, counter?: string, suffix?: string) =>
      readNumber({ number, counter, suffix }),
    )
    .replace(/[、。？！ ]/g, "");
  return /^[ァ-ヶー]+$/.test(kana) ? kana : null;
}

/** In its place; null if the rules leave it to the engine. */
function readInContext(text: string, at: number, word: string): string | null {
  const [before, after] = [text.slice(0, at), text.slice(at + word.length)];
  const read = readHomographs(text);
  const [head, tail] = [readHomographs(before), readHomographs(after)];
  const middle =
    read.startsWith(head) && read.endsWith(tail) ? read.slice(head.length, read.length - tail.length) : "";
  return toKatakana(middle);
}
