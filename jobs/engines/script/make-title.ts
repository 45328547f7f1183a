import { topicOf } from "./choose-reaction.ts";
import type { Line } from "./read-blocks.ts";

const longestGiven = 100;
const longestMade = 30;
const graphemes = new Intl.Segmenter("ja", { granularity: "grapheme" });
const words = new Intl.Segmenter("ja", { granularity: "word" });

export interface MadeTitle {
  title: string;
  /** Where it comes from; a title made from a sentence repeats that sentence when it is spoken before it. */
  source: "given" | "heading" | "topic" | "sentence";
}

/** The longest beginning of at most `limit` UTF-16 units that cuts no visible character in two. */
function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let kept = "";
  for (const { segment } of graphemes.segment(text.slice(0, limit + 64))) {
    if (kept.length + segment.length > limit) break;
    kept += segment;
  }
  return kept === "" ? text.slice(0, limit).toWellFormed() : kept;
}

/** As `clip`, at the end of a word where that leaves at least half. */
function clipAtWord(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = 0;
  for (const { index, segment } of words.segment(text.slice(0, limit * 3))) {
    if (index + segment.length > limit) break;
    end = index + segment.length;
  }
  return end >= limit / 2 ? text.slice(0, end) : clip(text, limit);
}

/** Takes off what a title must not end with: punctuation, brackets without a partner, a loose particle. */
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

/** A short name for an address: its host. */
function nameOfAddress(text: string): string | null {
  const host = /^https?:\/\/([^\s/?#]{1,253})/iu.exec(text)?.[1];
  return host === undefined ? null : host.replace(/^www\./iu, "");
}

function titleFromSentence(sentence: string): MadeTitle {
  const address = nameOfAddress(sentence);
  if (address !== null) return { title: clip(address, longestMade), source: "topic" };
  const whole = tidyEnd(sentence, false);
  if (whole.length <= 20) return { title: whole, source: "sentence" };
  const found = topicOf(sentence);
  if (found) {
    const title = found.topic.length >= 5 ? found.topic : `${found.topic}のこと`;
    return { title, source: "topic" };
  }
  if (whole.length <= longestMade) return { title: whole, source: "sentence" };
  const clause = whole.slice(0, longestMade + 1).split(/[、，,]/u)[0] ?? "";
  if (clause.length >= 6 && clause.length <= longestMade) {
    const title = tidyEnd(clause, true);
    if (title.length >= 4) return { title, source: "sentence" };
  }
  return { title: tidyEnd(clipAtWord(whole, longestMade), true), source: "sentence" };
}

/**
 * The title of a track: the member's own, trimmed, one line, at most 100 UTF-16 units; otherwise the first
 * heading or the core of the first sentence, at most 30. Never empty.
 */
export function makeTitle(given: string | undefined, lines: readonly Line[]): MadeTitle {
  const own = (given ?? "")
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  if (own !== "") return { title: clip(own, longestGiven).trim(), source: "given" };
  const heading = lines.find((line) => line.kind === "heading");
  if (heading) {
    const title = tidyEnd(clipAtWord(heading.text, longestMade), heading.text.length > longestMade);
    if (title !== "") return { title, source: "heading" };
  }
  for (const line of lines) {
    const made = titleFromSentence(line.text);
    if (/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(made.title)) return made;
  }
  const first = clip(lines[0]?.text ?? "", longestMade).trim();
  return { title: first === "" ? "無題のお話" : first, source: "sentence" };
}
