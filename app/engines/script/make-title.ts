import type { Word } from "#app/engines/words/analyze-words.ts";
import type { Line } from "./read-blocks.ts";

const maxGivenLength = 100;
const maxDerivedLength = 30;
const maxJoinedLength = 20;
/** A shorter first line is no title. */
const minVerseLength = 5;
const graphemes = new Intl.Segmenter("ja", { granularity: "grapheme" });

interface ScriptTitle {
  title: string;
  /** What it was made from. A title from a sentence is not announced, because the sentence follows it. */
  source: "given" | "heading" | "topic" | "sentence";
}

/** The longest prefix of at most `limit` UTF-16 units that does not split a grapheme. */
function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let prefix = "";
  for (const { segment } of graphemes.segment(text.slice(0, limit + 64))) {
    if (prefix.length + segment.length > limit) break;
    prefix += segment;
  }
  return prefix === "" ? text.slice(0, limit).toWellFormed() : prefix;
}

/** As `clip`, but at the end of a word where at least half of `limit` remains; `words` are those of the text. */
function clipAtWord(text: string, limit: number, words: readonly Word[]): string {
  if (text.length <= limit) return text;
  let end = 0;
  let searched = 0;
  for (const { surface } of words) {
    const at = text.indexOf(surface, searched);
    if (at < 0 || at + surface.length > limit) break;
    searched = at + surface.length;
    end = searched;
  }
  return end >= limit / 2 ? text.slice(0, end) : clip(text, limit);
}

/** Whom a text of an organisation is by, not what it is about. */
const ourselves: ReadonlySet<string> = new Set([
  "当店",
  "当社",
  "当館",
  "当院",
  "当会",
  "弊社",
  "弊店",
  "本会",
]);
/** A longer topic is no title. */
const maxTopicLength = 16;

/**
 * What a sentence is about: the nouns at its beginning, also with の between them, before は, とは, には or では. Null
 * where it begins with anything else: a time (昨日は), a person of the conversation (私は), a number.
 */
function topicOf(words: readonly Word[]): string | null {
  let topic = "";
  let end = -1;
  for (const [at, { surface, kind, detail }] of words.entries()) {
    const isNoun =
      kind === "接頭詞" ||
      (kind === "名詞" && !["代名詞", "副詞可能", "非自立", "数", "接尾"].includes(detail));
    const isSuffix = kind === "名詞" && detail === "接尾" && topic !== "";
    const isOf = surface === "の" && topic !== "" && words[at + 1]?.kind === "名詞";
    if (!isNoun && !isSuffix && !isOf) {
      end = at;
      break;
    }
    topic += surface;
  }
  if (end < 1 || topic.length > maxTopicLength || !/[\p{L}]/u.test(topic)) return null;
  const particle = (words[end]?.surface ?? "") + (words[end + 1]?.surface ?? "");
  return words[end]?.kind === "助詞" && /^(?:は|とは|には|では)/u.test(particle) ? topic : null;
}

/** Removes what a title must not end with: punctuation, unpaired brackets and, of a cut text, a particle. */
function tidyEnd(text: string, wasCut: boolean): string {
  let tidy = text.trim();
  for (const [open, close] of ["「」", "『』", "（）", "()", "【】"].map((pair) => [...pair])) {
    if (open === undefined || close === undefined) continue;
    if (tidy.split(open).length !== tidy.split(close).length)
      tidy = tidy.replaceAll(open, "").replaceAll(close, "");
  }
  const marks = /[。．.、，,；;：:！!・…‥\-–—―~〜～\s]{1,40}$/u;
  tidy = tidy.replace(marks, "");
  if (wasCut)
    tidy = tidy.replace(
      /(?:けれども|けれど|ながら|について|として|という|から|まで|より|ので|のに|とき|[はがをにでともへのや])$/u,
      "",
    );
  return tidy.replace(marks, "").trim();
}

/** The host of a URL; null for other text. */
function nameOfAddress(text: string): string | null {
  const host = /^https?:\/\/([^\s/?#]{1,253})/iu.exec(text)?.[1];
  return host === undefined ? null : host.replace(/^www\./iu, "");
}

/** The number of an article of a law. */
const articleNumber = /^第[〇一二三四五六七八九十百千\d]+条(?:の[一二三四五六七八九十\d]+)?\s*/u;

function titleFromSentence(line: string, words: readonly Word[]): ScriptTitle {
  const sentence = line.replace(articleNumber, "") || line;
  const address = nameOfAddress(sentence);
  if (address !== null) return { title: clip(address, maxDerivedLength), source: "topic" };
  const whole = tidyEnd(sentence, false);
  if (whole.length <= 20) return { title: whole, source: "sentence" };
  const topic = topicOf(words);
  if (topic !== null && topic.length > 1 && !ourselves.has(topic))
    return { title: topic.length >= 5 ? topic : `${topic}のこと`, source: "topic" };
  if (whole.length <= maxDerivedLength) return { title: whole, source: "sentence" };
  const clause = /^.{6,}?(?=[、，]|,(?!\d))/u.exec(whole)?.[0] ?? "";
  if (clause !== "" && clause.length <= maxDerivedLength) {
    const title = tidyEnd(clause, true);
    if (title.length >= 4) return { title, source: "sentence" };
  }
  return { title: tidyEnd(clipAtWord(whole, maxDerivedLength, words), true), source: "sentence" };
}

/** The first items of a list, or the first verses of a poem that are too short alone; null for any other text. */
function joinedTitle(lines: readonly Line[]): string | null {
  const [first, second] = lines;
  if (!first || !second || first.kind === "heading" || second.paragraph !== first.paragraph) return null;
  const isList = first.kind === "item" && second.kind === "item";
  if (!isList && (first.text.length >= minVerseLength || first.text.endsWith("。"))) return null;
  let title = "";
  for (const line of lines) {
    const longer = title + (isList && title !== "" ? "、" : "") + tidyEnd(line.text, false);
    if (line.paragraph !== first.paragraph || longer.length > maxJoinedLength) break;
    title = longer;
  }
  return /[\p{L}\p{N}]/u.test(title) ? title : null;
}

/**
 * The title of a track: the given one, trimmed, on one line, at most 100 UTF-16 units; otherwise the first heading or
 * the core of the first sentence, at most 30. Never empty. `words` are those of each line.
 */
export function makeTitle(
  given: string | undefined,
  lines: readonly Line[],
  words: readonly (readonly Word[])[],
): ScriptTitle {
  const own = (given ?? "")
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  if (own !== "") return { title: clip(own, maxGivenLength).trim(), source: "given" };
  const place = lines.findIndex((line) => line.kind === "heading");
  const heading = lines[place];
  if (heading) {
    const clipped = clipAtWord(heading.text, maxDerivedLength, words[place] ?? []);
    const title = tidyEnd(clipped, heading.text.length > maxDerivedLength);
    if (title !== "") return { title, source: "heading" };
  }
  const joined = joinedTitle(lines);
  if (joined !== null) return { title: joined, source: "sentence" };
  for (const [at, line] of lines.entries()) {
    const made = titleFromSentence(line.text, words[at] ?? []);
    if (/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(made.title)) return made;
  }
  const first = clip(lines[0]?.text ?? "", maxDerivedLength).trim();
  return { title: first === "" ? "無題のお話" : first, source: "sentence" };
}
