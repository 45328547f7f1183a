import { createRequestThread } from "#app/engines/request-thread.ts";
import { analyzeWords, type Word } from "#app/engines/words/analyze-words.ts";
import type { Phrase } from "#app/engines/words/clauses.ts";
import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";
import { type Harm, type HarmKind, maxQuoteLength } from "./harm.ts";
import { accusesSomebody } from "./judge-accusation.ts";
import { callsToHarass } from "./judge-doxing.ts";
import { hatesGroup } from "./judge-hate.ts";
import { sexualizesMinor, teachesViolence } from "./judge-instructions.ts";
import { abuses, threatens } from "./judge-threat.ts";
import { judgeWidely } from "./judge-widely.ts";
import { namesPerson } from "./names.ts";
import { readSentence, type Sentence } from "./sentence.ts";
import { hasSlur } from "./slurs.ts";

/** Longer ones are judged in pieces, so that the time grows with the length alone. UTF-16 units. */
const maxSentenceLength = 300;

const sentenceEnd = /(?<=[。！!？?\n](?![」』）)]))/u;
const quoted = /「[^「」]{1,200}」|『[^『』]{1,200}』|“[^“”]{1,200}”|"[^"\n]{1,200}"/gu;

/** Sentences with their words, to be judged. */
export interface JudgedSentences {
  written: readonly string[];
  plain: readonly string[];
  words: readonly (readonly Word[])[];
}

/** Names and descriptions are judged at once, some milliseconds; what is longer would hold the event loop. UTF-16 units. */
const maxInlineLength = 500;

const judgeInThread = createRequestThread<JudgedSentences, Harm[]>({
  name: "harm-thread",
  base: import.meta.url,
  idleMs: 500,
});

/**
 * Finds sentences of a text that may do harm, at most one kind for each: hatred of a group, sexual content about minors, instructions
 * to hurt, threats, abuse, addresses with a call to harass, accusations of people with names. It judges by words and by who does
 * what to whom in a sentence: what is denied, quoted, reported, told of the past or of a story, or was done to somebody is free.
 * Irony, and what is put in words that nobody has listed, is beyond it.
 */
export async function findHarm(text: string): Promise<Harm[]> {
  const sentences = splitForHarm(text);
  const judged = { ...sentences, words: await analyzeWords(sentences.plain) };
  return text.length > maxInlineLength ? judgeInThread(judged) : judgeSentences(judged);
}

/** The sentences of a text as they are written, and as they are judged. */
function splitForHarm(text: string): { written: string[]; plain: string[] } {
  const written = readSentences(text);
  return { written, plain: written.map((sentence) => known(withoutQuotations(joinApart(sentence)))) };
}

/** What `findHarm` finds in the sentences of a text; `words` are those of `plain`. */
export function judgeSentences(o: JudgedSentences): Harm[] {
  const { written, plain, words } = o;
  let topic: Phrase | null = null;
  const harms: Harm[] = [];
  const reads = plain.map((bare, at) => readSentence(bare, words[at] ?? []));
  reads.forEach((read, at) => {
    const sentence = written[at] ?? "";
    const nearby = written.slice(Math.max(0, at - 1), at + 3).join("");
    const isSomebodyNear = reads.slice(at, at + 2).some(({ phrases }) => phrases.some(namesPerson));
    const kind = judge(read, { whole: sentence, nearby, topic, isSomebodyNear });
    if (kind !== null) harms.push({ kind, quote: [...sentence].slice(0, maxQuoteLength).join("") });
    topic =
      read.phrases.find(
        (phrase, index) =>
          namesPerson(phrase) &&
          (/^(?:は|が|って|のせい)/u.test(phrase.tail) ||
            (phrase.isPredicate && index === read.phrases.length - 1)),
      ) ?? null;
  });
  return harms;
}

function readSentences(text: string): string[] {
  return normalizeUnicode(text, "NFKC")
    .split(sentenceEnd)
    .flatMap((sentence) => splitLong(sentence.trim()))
    .filter((sentence) => sentence !== "");
}

/** Pieces of a long sentence, which end at a comma where there is one. */
function splitLong(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > maxSentenceLength) {
    const comma = rest.lastIndexOf("、", maxSentenceLength);
    const length = comma > maxSentenceLength / 2 ? comma + 1 : maxSentenceLength;
    pieces.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return [...pieces, rest];
}

function judge(
  sentence: Sentence,
  o: { whole: string; nearby: string; topic: Phrase | null; isSomebodyNear: boolean },
): HarmKind | null {
  const { text } = sentence;
  if (sexualizesMinor(o.whole)) return "minors";
  if (hasSlur(text) || hatesGroup(sentence)) return "hate";
  if (teachesViolence(text)) return "violence";
  if (callsToHarass(o.whole, o.nearby)) return "doxing";
  if (threatens(sentence)) return "threat";
  if (abuses(sentence)) return "abuse";
  return accusesSomebody(sentence, o.topic) ? "accusation" : judgeWidely(sentence, o);
}

/** What others are quoted with is not what the writer says; a sentence that is nothing but a quotation is. */
function withoutQuotations(sentence: string): string {
  const rest = sentence.replace(quoted, "");
  return /[\p{L}]/u.test(rest) ? sentence.replace(quoted, "それ") : sentence;
}
/** Words that the dictionary does not hold, as others that mean a deed as bad. */
const known = (text: string) => text.replace(/盗撮/gu, "盗聴");

/** し ね: letters that stand apart, three at least or two after another space. */
const joinApart = (text: string) =>
  text.replace(/(?<![^\s、。])\p{L}(?:[ 　・.]\p{L}){2,}(?![^\s、。！!])/gu, (apart) =>
    apart.replace(/[ 　・.]/gu, ""),
  );
