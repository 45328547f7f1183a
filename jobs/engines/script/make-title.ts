import { topicOf } from "./choose-reaction.ts";
import type { Line } from "./read-blocks.ts";

const maxGivenLength = 100;
const maxDerivedLength = 30;
const graphemes = new Intl.Segmenter("ja", { granularity: "grapheme" });
const words = new Intl.Segmenter("ja", { granularity: "word" });

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

/** As `clip`, but at the end of a word where at least half of `limit` remains. */
function clipAtWord(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = 0;
  for (const { index, segment } of words.segment(text.slice(0, limit * 3))) {
    if (index + segment.length > limit) break;
    end = index + segment.length;
  }
  return end >= limit / 2 ? text.slice(0, end) : clip(text, limit);
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
      /(?:けれども|けれど|ながら|について|として|という|から|まで|より|ので|のに|って|とき|[はがをにでともへやのて])$/u,
      "",
    );
  return tidy.replace(marks, "").trim();
}

/** The host of a URL; null for other text. */
function nameOfAddress(text: string): string | null {
  const host = /^https?:\/\/([^\s/?#]{1,253})/iu.exec(text)?.[1];
  return host === undefined ? null : host.replace(/^www\./iu, "");
}

function titleFromSentence(sentence: string): ScriptTitle {
  const address = nameOfAddress(sentence);
  if (address !== null) return { title: clip(address, maxDerivedLength), source: "topic" };
  const whole = tidyEnd(sentence, false);
  if (whole.length <= 20) return { title: whole, source: "sentence" };
  const found = topicOf(sentence);
  if (found) {
    const title = found.topic.length >= 5 ? found.topic : `${found.topic}のこと`;
    return { title, source: "topic" };
  }
  if (whole.length <= maxDerivedLength) return { title: whole, source: "sentence" };
  const clause = whole.slice(0, maxDerivedLength + 1).split(/[、，,]/u)[0] ?? "";
  if (clause.length >= 6 && clause.length <= maxDerivedLength) {
    const title = tidyEnd(clause, true);
    if (title.length >= 4) return { title, source: "sentence" };
  }
  return { title: tidyEnd(clipAtWord(whole, maxDerivedLength), true), source: "sentence" };
}

/**
 * The title of a track: the given one, trimmed, on one line, at most 100 UTF-16 units; otherwise the first heading or
 * the core of the first sentence, at most 30. Never empty.
 */
export function makeTitle(given: string | undefined, lines: readonly Line[]): ScriptTitle {
  const own = (given ?? "")
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  if (own !== "") return { title: clip(own, maxGivenLength).trim(), source: "given" };
  const heading = lines.find((line) => line.kind === "heading");
  if (heading) {
    const title = tidyEnd(clipAtWord(heading.text, maxDerivedLength), heading.text.length > maxDerivedLength);
    if (title !== "") return { title, source: "heading" };
  }
  for (const line of lines) {
    const made = titleFromSentence(line.text);
    if (/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(made.title)) return made;
  }
  const first = clip(lines[0]?.text ?? "", maxDerivedLength).trim();
  return { title: first === "" ? "無題のお話" : first, source: "sentence" };
}
