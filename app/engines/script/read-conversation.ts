import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";
import type { Line } from "./read-blocks.ts";
import { parseScript, type Speaker, type Turn } from "./script.ts";

/** Part of a line with the voice that speaks it. */
export interface VoicedPart {
  speaker: Speaker;
  text: string;
  /** A character's words, or a name before them: never joined with the turn before. */
  isSpoken: boolean;
}

interface Utterance {
  /** Who is named as the speaker; null for nobody. */
  name: string | null;
  /** Spoken by the character: the quotation, with the name that stands before it. */
  words: string;
  /** What the narrator says after it; empty for nothing. */
  rest: string;
}

const nameBeforeQuote = /^([^「」『』。、\s:：]{1,10})?\s*[:：]?\s*(「.+」)([^「」]*)$/su;
const nameBeforeColon = /^([^「」『』。、\s:：]{1,10})[:：]\s*(\S.*)$/su;
const namedAfterQuote =
  /^と、?([\p{Script=Han}\p{Script=Katakana}ー]{1,6}|[\p{Script=Hiragana}]{2,5}?)(?:さん|くん|ちゃん)?[はが]/u;
const namedAsSpeaker =
  /([\p{Script=Han}\p{Script=Katakana}ー]{1,6}|[\p{Script=Hiragana}]{2,5}?)(?:さん|くん|ちゃん)?[はが](?:[^。、]{0,12}、)?[^。、]{0,12}(?:言|話|答|聞|尋|叫|つぶや|笑|うなず|ささや|返)[^。]{0,6}。?$/u;
const wordsOfSpeech = /^(?:。|$|と[^。]{0,30}(?:言|話|答|聞|尋|叫|つぶや|笑|うなず|ささや|返|呼))/u;

/** Reads a line as something that a character says; null for narration. */
function readUtterance(text: string): Utterance | null {
  const quoted = nameBeforeQuote.exec(text);
  if (!quoted) return null;
  const [, name = "", , rest = ""] = quoted;
  if (!wordsOfSpeech.test(rest)) return null;
  // A quotation in the middle of a sentence is narration: 彼は「はい」と言った.
  if (name !== "" && (rest !== "" || /[はがをにでともへの]$/u.test(name))) return null;
  return {
    name: name || (namedAfterQuote.exec(rest)?.[1] ?? null),
    words: rest === "。" ? text : text.slice(0, text.length - rest.length),
    rest: rest === "。" ? "" : rest,
  };
}

/**
 * The lines of a text in which characters talk with each other, each part with its voice; null for any other text.
 *
 * A narrates; of the characters the first has B's voice, or A's where nobody narrates, the next the other voice, and so
 * on. Each keeps its voice. Who speaks is read from a name before or after the quotation (太郎「…」, 「…」と太郎は言った)
 * or from the sentence before it; in a row of quotations without a name, two characters take turns.
 */
export function readConversation(lines: readonly Line[]): VoicedPart[][] | null {
  const utterances = lines.map(({ text, kind, continues }) =>
    kind === "sentence" && !continues ? readUtterance(text) : null,
  );
  const named = lines.map(({ text }) => nameBeforeColon.exec(text)?.[1] ?? null);
  const names = new Set(named.filter((name) => name !== null));
  const isPlay = names.size >= 2 && named.filter((name) => name !== null).length >= lines.length * 0.7;
  if (!isPlay && utterances.filter((utterance) => utterance !== null).length < 2) return null;

  const isNarrated = !isPlay && utterances.some((utterance) => utterance === null || utterance.rest !== "");
  const voices = new Map<string, Speaker>();
  const voiceOf = (name: string): Speaker => {
    const known = voices.get(name);
    if (known) return known;
    const voice: Speaker = (voices.size % 2 === 0) === isNarrated ? "B" : "A";
    voices.set(name, voice);
    return voice;
  };

  let last: string | null = null;
  let other: string | null = null;
  let announced: string | null = null;
  const speakerNamed = (name: string | null): string => {
    const who: string = name ?? other ?? (last === null ? "?1" : "?2");
    if (who !== last) [last, other] = [who, last];
    return who;
  };

  return lines.map(({ text }, at) => {
    const utterance = utterances[at];
    const name = isPlay ? named[at] : null;
    if (name) return [{ speaker: voiceOf(speakerNamed(name)), text, isSpoken: true }];
    if (!utterance) {
      announced = namedAsSpeaker.exec(text)?.[1] ?? null;
      return [{ speaker: "A", text, isSpoken: false }];
    }
    const speaker = voiceOf(speakerNamed(utterance.name ?? announced));
    announced = null;
    const parts: VoicedPart[] = [{ speaker, text: utterance.words, isSpoken: true }];
    if (utterance.rest !== "") parts.push({ speaker: "A", text: utterance.rest, isSpoken: false });
    return parts;
  });
}

/**
 * The turns of a cleaned text that already is a script: its first line, or lines of both speakers, have speaker marks. Null for
 * any other text.
 */
export function readOwnTurns(text: string): Turn[] | null {
  const marks = text.match(/^\s*[AＡBＢ][:：]/gmu) ?? [];
  const speakers = new Set(marks.map((mark) => normalizeUnicode(mark, "NFKC").trim().charAt(0)));
  if (speakers.size < 2 && !/^[AＡBＢ][:：]/u.test(text)) return null;
  const turns = parseScript(text);
  return turns.length === 0 ? null : turns;
}
