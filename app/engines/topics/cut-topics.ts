import { chooseLabels, labelText } from "#app/engines/script/choose-labels.ts";
import { cleanText } from "#app/engines/script/clean-text.ts";
import { makeTitle } from "#app/engines/script/make-title.ts";
import { type Line, readBlocks } from "#app/engines/script/read-blocks.ts";
import { analyzeWords } from "#app/engines/words/analyze-words.ts";

// UTF-16 units.

export interface Topic {
  /** One line, at most 100 UTF-16 units. */
  title: string;
  perspective: string;
  content: string;
}

const maxTopics = 20;
/** A topic ends at the next paragraph or subject from here ... */
const minLength = 200;
/** ... at the next sentence from here, or later with more than `maxTopics` ... */
const usualLength = 500;
/** ... and before this. */
const maxLength = 1400;
const minContentLength = 60;
/** Under a heading only less than a sentence is dropped. */
const minHeadedLength = 10;

const newSubject =
  /^(?:次に|つぎに|続いて|つづいて|さて|ところで|それでは|では、|最後に|さいごに|もう一つ|もうひとつ|一方|話は変わ|ここから|Next|Now,|Finally)/u;

const address = /(?:https?:\/\/|www\.)[^\s　、。」）)]+/gu;
const emailAddress = /[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,100}/gu;
const hashtag = /(?<![\p{L}\p{N}])[#＃][\p{L}\p{N}_]{1,60}/gu;
/** `1:02 名前` names a part and says nothing. */
const chapterLine = /^[([（]?\d{1,3}:\d{2}(?::\d{2})?[)\]）]?(?:\s|[-–—~〜]|$).{0,80}$/u;

function withoutLinks(text: string): string {
  return text
    .split("\n")
    .flatMap((line) => {
      if (chapterLine.test(line)) return [];
      const rest = line.replace(address, "").replace(emailAddress, "").replace(hashtag, "").trim();
      if (rest === line) return [line];
      // `公式サイト:` without its address is a label.
      return /[。！？!?.]$/u.test(rest) ? [rest] : [];
    })
    .join("\n");
}

interface Section {
  heading: string | null;
  lines: Line[];
  length: number;
}

function toSections(lines: readonly Line[]): Section[] {
  const total = lines.reduce((sum, line) => sum + line.text.length, 0);
  const target = Math.max(usualLength, Math.ceil(total / maxTopics));
  const sections: Section[] = [];
  let section: Section = { heading: null, lines: [], length: 0 };
  const begin = (heading: string | null) => {
    if (section.length > 0) sections.push(section);
    section = { heading, lines: [], length: 0 };
  };
  let before: Line | undefined;
  for (const line of lines) {
    if (line.kind === "heading") {
      begin(line.text);
    } else {
      const isWhole = before?.continues !== true;
      const isBreak = newSubject.test(line.text) || before?.paragraph !== line.paragraph;
      const isFull = section.length >= target || (section.length >= minLength && isBreak);
      if ((isFull && isWhole) || section.length + line.text.length > maxLength) begin(null);
      section.lines.push(line);
      section.length += line.text.length;
    }
    before = line;
  }
  begin(null);
  return mergeShort(sections);
}

/**
 * A short part without heading joins the one before, if there is room; so does what follows a short introduction. Headed parts
 * stay topics.
 */
function mergeShort(sections: readonly Section[]): Section[] {
  const merged: Section[] = [];
  for (const section of sections) {
    const last = merged.at(-1);
    const isIntroduced = last?.heading === null && last.length < minContentLength;
    const isShort = Math.min(section.length, last?.length ?? maxLength) < minContentLength;
    if (
      last &&
      (section.heading === null ? isShort : isIntroduced) &&
      last.length + section.length <= maxLength
    ) {
      last.lines.push(...section.lines);
      last.length += section.length;
      last.heading ??= section.heading;
    } else merged.push({ ...section, lines: [...section.lines] });
  }
  const whole = merged.reduce((sum, { length }) => sum + length, 0);
  if (whole < minContentLength) return [];
  return merged.filter(
    ({ heading, length }) => length >= (heading === null ? minContentLength : minHeadedLength),
  );
}

function joinLines(lines: readonly Line[]): string {
  let content = "";
  let before: Line | undefined;
  for (const line of lines) {
    if (before) {
      const bothLatin = /[\u0021-\u007e]$/u.test(content) && /^[\u0021-\u007e]/u.test(line.text);
      if (before.paragraph !== line.paragraph) content += "\n\n";
      else if (line.kind === "item") content += "\n";
      else if (bothLatin) content += " ";
    }
    content += line.kind === "item" ? `・${line.text}` : line.text;
    before = line;
  }
  return content;
}

/** `名前`, then `名前（2）`. */
function uniqueTitle(title: string, taken: Map<string, number>): string {
  const count = (taken.get(title) ?? 0) + 1;
  taken.set(title, count);
  return count === 1 ? title : `${title.slice(0, 94).toWellFormed()}（${count}）`;
}

/**
 * Cuts a text into at most 20 topics in order: at headings, else paragraphs or subjects, else sentences. Sentences stay
 * unchanged. Addresses, hashtags and chapters are dropped. Title: heading or the first sentence's core; perspective: category and
 * part of the video. May be empty. Deterministic.
 *
 * @param o.source 字幕, 説明文
 */
export async function cutTopics(o: {
  text: string;
  source: string;
  videoTitle: string | null;
}): Promise<Topic[]> {
  const lines = readBlocks(withoutLinks(cleanText(o.text))).filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const sections = toSections(lines).slice(0, maxTopics);
  const taken = new Map<string, number>();
  const topics: Topic[] = [];
  for (const [index, section] of sections.entries()) {
    const content = joinLines(section.lines);
    const [ofLabels = [], ...words] = await analyzeWords([
      labelText({ title: section.heading ?? "", text: content }),
      ...section.lines.map((line) => line.text),
    ]);
    const { title } = makeTitle(section.heading ?? undefined, section.lines, words, "article");
    const [category] = chooseLabels(ofLabels, "article");
    const place = sections.length === 1 ? "" : `（${index + 1}／${sections.length}）`;
    topics.push({
      title: uniqueTitle(title, taken),
      perspective: `${category}の視点。動画${o.videoTitle === null ? "" : `「${o.videoTitle}」`}の${o.source}から${place}`,
      content,
    });
  }
  return topics;
}
