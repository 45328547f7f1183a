import { createRequestThread } from "#app/engines/request-thread.ts";
import { analyzeWords, type Word } from "#app/engines/words/analyze-words.ts";
import type { Phrase } from "#app/engines/words/clauses.ts";
import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";
import { type Harm, type HarmKind, maxQuoteLength } from "./harm.ts";
import { accusesSomebody } from "./judge-accusation.ts";
import { despisesGroup } from "./judge-contempt.ts";
import { callsToHarass } from "./judge-doxing.ts";
import { exposesSomebody } from "./judge-exposure.ts";
import { hatesGroup } from "./judge-hate.ts";
import { sexualizesMinor, teachesViolence } from "./judge-instructions.ts";
import { endangersHealth } from "./judge-medicine.ts";
import { judgeRoles } from "./judge-roles.ts";
import { encouragesSelfHarm } from "./judge-self-harm.ts";
import { abuses, threatens } from "./judge-threat.ts";
import { judgeWidely } from "./judge-widely.ts";
import { tellsWrong } from "./judge-wrongs.ts";
import { isKnownToSomebody, namesPerson } from "./names.ts";
import { readSentence, type Sentence } from "./sentence.ts";
import { featuresOf } from "./sentence-features.ts";
import { hasSlur } from "./slurs.ts";
import { weighWords } from "./weigh-words.ts";
import {
  compileWordList,
  differenceOf,
  emptyWordList,
  type WordList,
  withoutExceptions,
} from "./word-list.ts";

/** Longer ones are judged in pieces: time stays linear. UTF-16 units. */
const maxSentenceLength = 300;

const sentenceEnd = /(?<=[。！!？?\n](?![」』）)]))/u;
const quoted = /「[^「」]{1,200}」|『[^『』]{1,200}』|“[^“”]{1,200}”|"[^"\n]{1,200}"/gu;

interface JudgedSentences {
  written: readonly string[];
  read: readonly string[];
  plain: readonly string[];
  words: readonly (readonly Word[])[];
  list: WordList;
}

/** A sentence is judged with one before and two behind, and those likewise. */
const touchedReach = 3;

/** Shorter texts take milliseconds; longer ones would block the event loop. UTF-16 units. */
const maxInlineLength = 500;

const judgeInThread = createRequestThread<JudgedSentences, (Harm | null)[]>({
  name: "harm-thread",
  base: import.meta.url,
  idleMs: 500,
});

/**
 * Finds harmful sentences, one kind each: hatred of a group, sexual content about minors, instructions to hurt, threats, abuse,
 * calls to harass, accusations by name, and the operators' `list`. Judges by words and by who does what to whom: the denied,
 * quoted, reported, past, fictional or suffered is free; what no rule knows is weighed by its words in their roles, and what they
 * say clearly is harmless no rule holds. Misses irony.
 */
export async function findHarm(text: string, list: WordList = emptyWordList): Promise<Harm[]> {
  return (await judgeAll(readSentences(text), list)).filter((harm) => harm !== null);
}

interface ListChange {
  present: WordList;
  list: WordList;
}

/** Sentences that the change may judge otherwise, with their context; none without a changed line. */
export function findTouchedSentences(text: string, { present, list }: ListChange): string[] {
  const { held, excepted } = compileWordList(differenceOf(present, list));
  const isTouched = (part: string) =>
    [held, excepted].some((lines) => lines !== null && part.search(lines) >= 0);
  if (!isTouched(normalizeUnicode(text, "NFKC"))) return [];
  const sentences = readSentences(text);
  const near = new Set<number>();
  for (const [at, sentence] of sentences.entries())
    if (isTouched(sentence)) for (let by = -touchedReach; by <= touchedReach; by++) near.add(at + by);
  return sentences.filter((_, at) => near.has(at));
}

/** Which the change would hold, and which no longer. */
export async function compareHarm(
  sentences: readonly string[],
  { present, list }: ListChange,
): Promise<{ held: Harm[]; freed: Harm[] }> {
  const before = await judgeAll(sentences, present);
  const after = await judgeAll(sentences, list);
  const only = (one: (Harm | null)[], other: (Harm | null)[]) =>
    one.filter((harm, at) => harm !== null && other[at] === null).filter((harm) => harm !== null);
  return { held: only(after, before), freed: only(before, after) };
}

async function judgeAll(written: readonly string[], list: WordList): Promise<(Harm | null)[]> {
  const read = written.map((sentence) => withoutExceptions(sentence, list));
  const plain = read.map((sentence) => known(withoutQuotations(joinApart(sentence))));
  const judged = { written, read, plain, words: await analyzeWords(plain), list };
  const length = written.reduce((sum, sentence) => sum + sentence.length, 0);
  return length > maxInlineLength ? judgeInThread(judged) : judgeSentences(judged);
}

export function judgeSentences({ written, read, plain, words, list }: JudgedSentences): (Harm | null)[] {
  const { held } = compileWordList(list);
  let topic: Phrase | null = null;
  let wasDoxing = false;
  const parsed = plain.map((bare, at) => readSentence(bare, words[at] ?? []));
  const features = parsed.map((sentence, at) => featuresOf(sentence, words[at] ?? []));
  const weighed = weighWords(parsed, features);
  return parsed.map((sentence, at) => {
    const whole = read[at] ?? "";
    const nearby = read.slice(Math.max(0, at - 1), at + 3).join("");
    const isSomebodyNear = parsed.slice(at, at + 2).some(({ phrases }) => phrases.some(namesPerson));
    const byWords = weighed[at];
    const byRules = judge(sentence, { whole, nearby, topic, isSomebodyNear });
    const isMisread = byRules !== null && byWords?.isClearlyHarmless() === true;
    const kind = judgePlainly(sentence, whole) ?? (isMisread ? null : byRules) ?? byWords?.kind ?? null;
    topic =
      sentence.phrases.find(
        (phrase, index) =>
          isKnownToSomebody(sentence.phrases, index) &&
          (/^(?:は|が|って|のせい|ちゃん)/u.test(phrase.tail) ||
            (index === 0 && phrase.hasComma && phrase.tail === "") ||
            (phrase.isPredicate && index === sentence.phrases.length - 1)),
      ) ?? null;
    // An address and the call beside it are one harm.
    const isContinued = kind === "doxing" && wasDoxing;
    wasDoxing = kind === "doxing";
    if (isContinued) return null;
    if (kind !== null) return { kind, quote: quoteOf(written[at] ?? "") };
    const listed = held?.exec(whole)?.[0];
    return listed === undefined ? null : { kind: "listed", quote: quoteOf(listed) };
  });
}

const quoteOf = (passage: string) => [...passage].slice(0, maxQuoteLength).join("");

function readSentences(text: string): string[] {
  return normalizeUnicode(text, "NFKC")
    .split(sentenceEnd)
    .flatMap((sentence) => splitLong(sentence.trim()))
    .filter((sentence) => sentence !== "");
}

function splitLong(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > maxSentenceLength) {
    const comma = rest.lastIndexOf("、", maxSentenceLength);
    let length = comma > maxSentenceLength / 2 ? comma + 1 : maxSentenceLength;
    // Postgres refuses JSON with half a character.
    if (/[\ud800-\udbff]/.test(rest[length - 1] ?? "")) length--;
    pieces.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return [...pieces, rest];
}

/** What its words leave no doubt of. */
function judgePlainly({ text }: Sentence, whole: string): HarmKind | null {
  if (sexualizesMinor(whole)) return "minors";
  if (hasSlur(text)) return "hate";
  return teachesViolence(text) ? "violence" : null;
}

function judge(
  sentence: Sentence,
  o: { whole: string; nearby: string; topic: Phrase | null; isSomebodyNear: boolean },
): HarmKind | null {
  if (hatesGroup(sentence) || despisesGroup(sentence)) return "hate";
  if (callsToHarass(o.whole, o.nearby)) return "doxing";
  if (threatens(sentence)) return "threat";
  if (abuses(sentence)) return "abuse";
  if (encouragesSelfHarm(sentence, o.nearby)) return "self-harm";
  if (endangersHealth(sentence)) return "medical";
  if (exposesSomebody(sentence, o.nearby)) return "doxing";
  const byRoles = judgeRoles(sentence);
  if (byRoles !== null) return byRoles;
  return accusesSomebody(sentence, o.topic) || tellsWrong(sentence, o.topic)
    ? "accusation"
    : judgeWidely(sentence, o);
}

/** Others' words are not the writer's, unless the sentence is nothing else. */
function withoutQuotations(sentence: string): string {
  const rest = sentence.replace(quoted, "");
  return /[\p{L}]/u.test(rest) ? sentence.replace(quoted, "それ") : sentence;
}
/** Words that the dictionary lacks, by equally bad ones. */
const known = (text: string) =>
  text
    .replace(/盗撮/gu, "盗聴")
    .replace(
      /(?<![一-龠])(?:氏ん|しん|シン|市ん|タヒん)で(?=く(?:れ|だ)|ほし|欲し|しま|しね|ろ|ちょ)/gu,
      "死んで",
    );

/** し ね: at least three spaced letters, or two after another space. */
const joinApart = (text: string) =>
  text.replace(/(?<![^\s、。])\p{L}(?:[ 　・.]\p{L}){2,}(?![^\s、。！!]| \p{L})/gu, (apart) =>
    apart.replace(/[ 　・.]/gu, ""),
  );
