import { markRuby, plainRuby } from "#app/engines/pronunciations/ruby.ts";
import type { BlockCollector } from "./block-collector.ts";

const minWrapWidth = 24;
const endOfSentence = /[。！？!?.．」』）)…―:：]$/u;
const heading = /^(?:(#{1,6})\s+(.+?)\s*#*|[■◆▼●◎]\s*(\S.{0,58}[^。]))$/u;
const item = /^(?:[-*+•‣]\s+|・\s*|\d{1,3}[.)．）](?!\d)\s*|[①-⑳]\s*)(\S.*)$/u;

/**
 * Reads text with Markdown, Japanese and Aozora Bunko marks. Drops and records Markdown's tables, notes and programs. Returns
 * its head's title. Throws `SourceFull`.
 */
export function readPlainText(raw: string, collector: BlockCollector, o: { isMarkdown: boolean }): string {
  const text = plainRuby(raw.replace(/\r\n?|[\u2028\u2029\u0085\f\v]/g, "\n"));
  const isAozora = /［＃|《[ぁ-ん]+》/u.test(text);
  const { title, body } = isAozora ? readAozora(markRuby(text)) : { title: "", body: text };
  if (!o.isMarkdown) {
    addLines(body, collector);
    return title;
  }
  const { title: named, body: content } = frontMatter(body);
  addLines(withoutMarks(content, collector), collector);
  return named || title;
}

/** Drops transcriber's notes, explanations and colophon. */
function readAozora(text: string): { title: string; body: string } {
  const rule = "-{20,}";
  const explained = new RegExp(`^${rule}\\n【テキスト中に現れる記号について】[\\s\\S]*?^${rule}\\n`, "mu");
  const hasHead = explained.test(text);
  const body = text
    .replace(explained, "\n")
    .replace(/^底本[：:][\s\S]*$/mu, "")
    .replace(
      /^(?:　)*(.+?)［＃「[^」]{0,100}」は(大|中|小)見出し］.*$/gmu,
      (_, words: string, size: string) => {
        return `\n${"#".repeat(["大", "中", "小"].indexOf(size) + 1)} ${words}\n`;
      },
    )
    .replace(/［＃(大|中|小)見出し］(.{0,200}?)［＃\1見出し終わり］/gu, (_, size: string, words: string) => {
      return `\n${"#".repeat(["大", "中", "小"].indexOf(size) + 1)} ${words}\n`;
    })
    .replace(/※?［＃[^］\n]{0,200}］/gu, "");
  if (!hasHead) return { title: "", body };
  const [title = ""] = text.split("\n", 1);
  return { title, body };
}

function frontMatter(text: string): { title: string; body: string } {
  const head = /^---\n([\s\S]{0,5000}?)\n(?:---|\.\.\.)\n/.exec(text);
  if (!head) return { title: "", body: text };
  const title = /^title:\s*["']?(.{1,200}?)["']?\s*$/m.exec(head[1] ?? "")?.[1] ?? "";
  return { title, body: text.slice(head[0].length) };
}

/** Without programs, tables, notes, pictures and signs. */
function withoutMarks(text: string, collector: BlockCollector): string {
  const lines: string[] = [];
  let fence: string | null = null;
  const all = text.split("\n");
  all.forEach((line, at) => {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null;
      return;
    }
    if (mark) {
      fence = mark;
      collector.omit("code");
      return;
    }
    if (
      /^\s*\|.*\|\s*$/.test(line) ||
      (line.includes("|") && /^\s*\|?\s*:?-+:?\s*\|[-:|\s]*$/.test(all[at + 1] ?? ""))
    ) {
      collector.omit("tables");
      return;
    }
    if (/^\s*\|?\s*:?-+:?\s*\|[-:|\s]*$/.test(line)) return;
    if (/^\[\^[^\]]{1,40}\]:/.test(line)) {
      collector.omit("footnotes");
      return;
    }
    if (/^\s{0,3}=+\s*$/.test(line) && lines.at(-1)?.trim()) {
      lines.push(`# ${lines.pop()?.trim()}`);
      return;
    }
    if (/^\s{0,3}-{2,}\s*$/.test(line) && lines.at(-1)?.trim() && !item.test(lines.at(-1) ?? "")) {
      lines.push(`## ${lines.pop()?.trim()}`);
      return;
    }
    lines.push(
      line
        .replace(/!\[[^\][]*\]\([^)]{0,2000}\)/g, "")
        .replace(/\[\^[^\]]{1,40}\]/g, "")
        .replace(/\[([^\][]*)\](?:\([^)]{0,2000}\)|\[[^\][]*\])/g, "$1")
        .replace(/^\s{0,3}(?:>\s?)+/, "")
        .replace(/(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1/g, "$2")
        .replace(/`([^`]+)`/g, "$1")
        .replace(/<!--.{0,2000}?-->|<\/?[a-z][^<>]{0,200}>/gi, "")
        .replace(/\\([\\`*_{}[\]()#+\-.!|>~])/g, "$1"),
    );
  });
  return lines.join("\n");
}

/** A blank line, indent or sign separates paragraphs; without blank lines each line is one. */
function addLines(text: string, collector: BlockCollector): void {
  const lines = text.split("\n");
  const widths = lines.map((line) => [...line.trim()].length).sort((a, b) => a - b);
  // Many of the longest lines share it.
  const width = widths[Math.floor(widths.length * 0.9)] ?? 0;
  const isWrapped =
    width >= minWrapWidth &&
    (widths.at(-1) ?? 0) <= width * 1.3 &&
    widths.filter((w) => w > width * 0.85).length > 3;
  let open: string[] = [];
  const flush = () => {
    if (open.length > 0) collector.add({ kind: "paragraph", text: open.join(isWrapped ? "\r" : "\n") });
    open = [];
  };
  const hasBlanks = lines.some((line, at) => line.trim() === "" && at > 0 && at < lines.length - 1);
  for (const raw of lines) {
    const line = raw.trim();
    const marked = heading.exec(line);
    const listed = item.exec(line)?.[1];
    if (line === "" || /^[-=*_―─━~～＊・\s]{3,}$/u.test(line)) flush();
    else if (/^[-–—－]\s*\d{1,4}\s*[-–—－]$/u.test(line)) collector.omit("pageNumbers");
    else if (marked) {
      flush();
      collector.add({ kind: "heading", level: marked[1]?.length ?? 2, text: marked[2] ?? marked[3] ?? line });
    } else if (listed) {
      flush();
      collector.add({ kind: "listItem", text: listed });
    } else {
      const before = open.at(-1);
      const goesOn =
        isWrapped && before !== undefined && before.length >= width * 0.8 && !endOfSentence.test(before);
      if (/^　/u.test(raw) || (!goesOn && (!hasBlanks || isWrapped) && endOfSentence.test(before ?? "")))
        flush();
      else if (!hasBlanks && !isWrapped) flush();
      open.push(line);
    }
  }
  flush();
}
