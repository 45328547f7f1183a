import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";
import { isDirection, isPlay, nameOfPlayLine } from "./forms-of-text.ts";
import type { Line } from "./read-blocks.ts";
import { parseScript, type Speaker, type Turn } from "./script.ts";

/** Part of a line with whoever speaks it. */
interface VoicedPart {
  /** Named or found by turns; null for the narrator. */
  person: string | null;
  text: string;
}

interface Utterance {
  name: string | null;
  words: string;
  rest: string;
}

const nameBeforeQuote = /^([^「」『』。、\s:：]{1,10})?\s*[:：]?\s*(「.+」)([^「」]*)$/su;
const namedAfterQuote =
  /^と、?([\p{Script=Han}\p{Script=Katakana}ー]{1,6}|[\p{Script=Hiragana}]{2,5}?)(?:さん|くん|ちゃん)?[はが]/u;
const namedAsSpeaker =
  /([\p{Script=Han}\p{Script=Katakana}ー]{1,6}|[\p{Script=Hiragana}]{2,5}?)(?:さん|くん|ちゃん)?[はが](?:[^。、]{0,12}、)?[^。、]{0,12}(?:言|話|答|聞|尋|叫|つぶや|笑|うなず|ささや|返)[^。]{0,6}。?$/u;
const wordsOfSpeech = /^(?:。|$|と[^。]{0,30}(?:言|話|答|聞|尋|叫|つぶや|笑|うなず|ささや|返|呼))/u;

function readUtterance(text: string): Utterance | null {
  const quoted = nameBeforeQuote.exec(text);
  if (!quoted) return null;
  const [, name = "", , rest = ""] = quoted;
  if (!wordsOfSpeech.test(rest)) return null;
  // 彼は「はい」と言った is narration.
  if (name !== "" && (rest !== "" || /[はがをにでともへの]$/u.test(name))) return null;
  return {
    name: name || (namedAfterQuote.exec(rest)?.[1] ?? null),
    words: rest === "。" ? text : text.slice(0, text.length - rest.length),
    rest: rest === "。" ? "" : rest,
  };
}

/**
 * A conversation's lines, by speaker; else null. Speakers: names around quotations (太郎「…」, 「…」と太郎は言った) or in the sentence
 * before; unnamed ones alternate. In a play (`isPlay`) by the name ahead, until the next name or direction.
 */
export function readConversation(lines: readonly Line[]): VoicedPart[][] | null {
  if (isPlay(lines)) return readPlay(lines);
  const utterances = lines.map(({ text, kind, continues }) =>
    kind === "sentence" && !continues ? readUtterance(text) : null,
  );
  if (utterances.filter((utterance) => utterance !== null).length < 2) return null;

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
    if (!utterance) {
      announced = namedAsSpeaker.exec(text)?.[1] ?? null;
      return [{ person: null, text }];
    }
    const person = speakerNamed(utterance.name ?? announced);
    announced = null;
    const parts: VoicedPart[] = [{ person, text: utterance.words }];
    if (utterance.rest !== "") parts.push({ person: null, text: utterance.rest });
    return parts;
  });
}

function readPlay(lines: readonly Line[]): VoicedPart[][] {
  let person: string | null = null;
  return lines.map(({ text, kind }) => {
    if (isDirection(text) || kind === "heading") person = null;
    else person = nameOfPlayLine(text) ?? person;
    return [{ person, text }];
  });
}

const saidInSentence =
  /([^、。「」]{1,20}?)(?:は|も|が)[^。「」]{0,30}「[^」]{4,}」(?:など)?と(?:も|、)?[^。「」]{0,12}(?:話|語|述べ|言|コメント|呼びかけ|強調|指摘|訴え|振り返|明か|話し)/u;

/** 市の担当者は「…」と話した: the end of the name; null for nobody and the writer. */
export function personQuotedIn(text: string): string | null {
  const name = saidInSentence.exec(text)?.[1];
  return name === undefined || /^(?:私|わたし|僕|ぼく|俺)/u.test(name) ? null : name.slice(-6);
}

/** Everybody keeps a voice: the first speaker `first`, later ones another than the speaker before. */
export function voicesOf(spoken: readonly string[], first: Speaker): Map<string, Speaker> {
  const voices = new Map<string, Speaker>();
  let last: Speaker = first === "A" ? "B" : "A";
  for (const person of spoken) {
    const voice: Speaker = voices.get(person) ?? (last === "A" ? "B" : "A");
    voices.set(person, voice);
    last = voice;
  }
  return voices;
}

/** The turns of a text that is a script already (its first line or both speakers are marked); else null. */
export function readOwnTurns(text: string): Turn[] | null {
  const marks = text.match(/^\s*[AＡBＢ][:：]/gmu) ?? [];
  const speakers = new Set(marks.map((mark) => normalizeUnicode(mark, "NFKC").trim().charAt(0)));
  if (speakers.size < 2 && !/^[AＡBＢ][:：]/u.test(text)) return null;
  const turns = parseScript(text);
  return turns.length === 0 ? null : turns;
}
