import type { Word } from "#app/engines/words/analyze-words.ts";
import { readMood } from "./mood.ts";
import { isKnownToSomebody } from "./names.ts";
import { isAddressee, isPeople, isWriter, kinds } from "./noun-kinds.ts";
import type { Sentence } from "./sentence.ts";
import { wordClasses } from "./word-classes.ts";

/** Names of people say nothing; a place or country counts as any other, so that no nation weighs by itself. */
function wordOf({ base, detail, subdetail }: Word): string | null {
  if (subdetail === "人名") return null;
  return detail === "固有名詞" ? subdetail : base;
}

/** Characters of a piece. */
const maxPiece = 3;

/** Pieces of the sentence's text, in which words of like form meet; names stand for their kind, figures for one. */
function piecesOf(words: readonly Word[]): string[] {
  const letters = words.flatMap(({ surface, detail, subdetail, kind }) =>
    kind === "名詞" && detail === "固有名詞"
      ? [subdetail === "人名" ? "人名" : "固有名詞"]
      : [...surface.replace(/[0-9]+/gu, "0").replace(/\s+/gu, "")],
  );
  const ends = ["^", ...letters, "$"];
  return ends.flatMap((_, at) =>
    Array.from({ length: Math.min(maxPiece, ends.length - at) }, (__, more) =>
      ends.slice(at, at + more + 1).join(""),
    ),
  );
}

let classes: Map<string, string[]> | null = null;

function readClasses(): Map<string, string[]> {
  if (classes) return classes;
  classes = new Map();
  for (const line of wordClasses.trim().split("\n")) {
    const [name = "", ...words] = line.split(" ");
    for (const word of words) classes.set(word, [...(classes.get(word) ?? []), name]);
  }
  return classes;
}

/** The analysis takes longer words of the classes apart. */
const compoundLengths = [3, 4, 5, 6, 7];

/** Classes of the words, as they stand and in their base forms, and of compounds in the text. */
function classesOf(words: readonly Word[]): string[] {
  const known = readClasses();
  const text = words.map(({ surface }) => surface).join("");
  const compounds = Array.from(text, (_, at) =>
    compoundLengths.map((length) => text.slice(at, at + length)),
  ).flat();
  return [...words.flatMap(({ surface, base }) => [surface, base]), ...compounds].flatMap(
    (word) => known.get(word) ?? [],
  );
}

/** Of a clause, nearest to its predicate: hostile text has hundreds. */
const maxNouns = 8;

const isContent = (word: Word) => /^(?:名詞|動詞|形容詞|副詞|接頭詞)$/u.test(word.kind);
const kanjiOf = (word: Word) =>
  word.detail === "固有名詞" ? [] : (word.surface.match(/\p{Script=Han}/gu) ?? []);

/**
 * What a sentence is weighed by: words, their classes and kanji, pieces of its text, kinds of nouns and words in the mood of their predicate or
 * beside somebody's name. Terms without numbers, each once.
 *
 * @param words of the sentence
 */
export function featuresOf(sentence: Sentence, words: readonly Word[]): Set<string> {
  const { phrases, clauses } = sentence;
  const found = new Set<string>();
  if (sentence.isReported) found.add("is reported");
  if (sentence.isFiction) found.add("is fiction");
  if (sentence.isHistory) found.add("is history");
  if (sentence.isPersonal) found.add("is personal");
  if (sentence.isQuoted) found.add("is quoted");
  const kindsOfNoun = new Map(
    phrases.map((phrase) => [
      phrase,
      Object.entries(kinds).flatMap(([kind, pattern]) => (pattern.test(phrase.text) ? [kind] : [])),
    ]),
  );
  const known = phrases.map((_, at) => isKnownToSomebody(phrases, at));
  const topic = phrases.findIndex(({ tail }, at) => known[at] && /^(?:は|って|が|も|$)/u.test(tail));
  const isTold = topic >= 0;
  if (known.includes(true)) found.add("has name");
  if (phrases.some(isAddressee)) found.add("has addressee");
  if (phrases.some(isPeople)) found.add("has people");
  if (phrases.some(isWriter)) found.add("has writer");
  for (const piece of piecesOf(words)) found.add(`@${piece}`);
  for (const name of classesOf(words)) found.add(`#${name}`);
  for (const word of words) {
    const read = wordOf(word);
    if (read === null) continue;
    if (isContent(word)) found.add(read);
    for (const kanji of kanjiOf(word)) found.add(`=${kanji}`);
  }
  clauses.forEach((clause, at) => {
    const { predicate, subject, subjectAt } = clause;
    const nouns = clause.nouns.slice(-maxNouns);
    const mood = readMood(sentence, at);
    const moods = Object.entries(mood).flatMap(([name, is]) => (is === true ? [name] : []));
    for (const name of moods) found.add(name).add(`${name} ${predicate.base}`);
    for (const { phrase } of nouns) {
      for (const kind of kindsOfNoun.get(phrase) ?? []) {
        found.add(`${kind}${phrase.tail.slice(0, 1)}`);
        for (const name of moods) found.add(`${kind} ${name}`);
      }
    }
    if (clause.isFinal) found.add(`~${predicate.tail}`).add(`~~${predicate.tail.slice(-2)}`);
    const isBySomebody = subject ? known[subjectAt] : isTold && topic < clause.at;
    const role =
      mood.isUrged || mood.isIntended
        ? "do"
        : mood.isWished
          ? "wish"
          : mood.isForbidden
            ? "not"
            : isBySomebody
              ? "somebody"
              : null;
    if (role === null) return;
    for (const word of [predicate, ...nouns.map(({ phrase }) => phrase)].flatMap(({ content }) => content)) {
      const read = wordOf(word);
      if (read !== null) found.add(`${role} ${read}`);
      for (const kanji of kanjiOf(word)) found.add(`${role} =${kanji}`);
    }
  });
  return found;
}
