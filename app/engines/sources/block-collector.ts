import { withoutRuby } from "#app/engines/pronunciations/ruby.ts";
import {
  maxSourceBlocks,
  maxSourceCharacters,
  type OmittedPart,
  type Source,
  type SourceBlock,
  type SourceKind,
} from "./source.ts";

class SourceFull extends Error {}

/** Longer ones are split, to choose from. */
const maxBlockLength = 1000;
const maxHeadingLength = 120;

const cjk =
  "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}、。，．・「」『』（）！？ー々〆〇｜《》]";
const wrapInText = new RegExp(`(?<=${cjk})[ \\r]*\\r[ \\r]*(?=${cjk})`, "gu");
const invisible =
  /(?![\n\r\t])[\p{Cc}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/**
 * Collapses white space, drops invisible characters. `\r` only wraps (as HTML's source): a space, or nothing between Japanese
 * letters. `
 * ` stays.
 */
function tidyText(raw: string): string {
  return raw
    .toWellFormed()
    .replace(invisible, "")
    .replace(wrapInText, "")
    .replace(/[ \t\r\u00a0]+/gu, " ")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
}

/** Cut after a sentence if possible. */
function piecesOf(text: string): string[] {
  if (text.length <= maxBlockLength) return [text];
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > maxBlockLength) {
    const head = rest.slice(0, maxBlockLength);
    const end = Math.max(
      ...["。", "！", "？", "\n", ". "].map((mark) => head.lastIndexOf(mark) + mark.length),
    );
    let cut = end > maxBlockLength / 4 ? end : maxBlockLength;
    // Never within a surrogate pair, or a word and its reading.
    const ruby = rest.lastIndexOf("｜", cut - 1);
    if (ruby > 0 && cut - ruby < 100 && !rest.slice(ruby, cut).includes("》")) cut = ruby;
    if (/[\ud800-\udbff]/.test(rest[cut - 1] ?? "")) cut--;
    pieces.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return [...pieces, rest].filter((piece) => piece !== "");
}

export class BlockCollector {
  readonly blocks: SourceBlock[] = [];
  readonly #omitted = new Set<OmittedPart>();
  #characters = 0;

  /** See `tidyText`. Throws `SourceFull` after adding what fits. */
  add(block: SourceBlock): void {
    const text = tidyText(block.text);
    if (!/[\p{L}\p{N}]/u.test(text)) return;
    const isHeading = block.kind === "heading" && text.length <= maxHeadingLength;
    for (const piece of piecesOf(text)) {
      const length = [...piece].length;
      if (this.#characters + length > maxSourceCharacters || this.blocks.length >= maxSourceBlocks)
        throw new SourceFull();
      this.#characters += length;
      if (isHeading)
        this.blocks.push({ kind: "heading", level: block.level ?? 1, text: piece.replaceAll("\n", " ") });
      else this.blocks.push({ kind: block.kind === "listItem" ? "listItem" : "paragraph", text: piece });
    }
  }

  /** Records parts that are left out. */
  omit(part: OmittedPart): void {
    this.#omitted.add(part);
  }

  /** Returns what a reader added, also after `SourceFull`. */
  static async read(
    kind: SourceKind,
    reader: (collector: BlockCollector) => string | Promise<string>,
  ): Promise<Source> {
    const collector = new BlockCollector();
    let title = "";
    let isTruncated = false;
    try {
      title = await reader(collector);
    } catch (error) {
      if (!(error instanceof SourceFull)) throw error;
      isTruncated = true;
    }
    const { blocks } = collector;
    const heading = blocks[0]?.kind === "heading" ? blocks[0].text : "";
    const named = tidyText(title).replaceAll("\n", " ") || heading;
    return {
      kind,
      title: [...withoutRuby(named)].slice(0, 100).join(""),
      blocks,
      omitted: [...collector.#omitted],
      isTruncated,
    };
  }
}

/** ｜漢字《かんじ》, or the word alone if the reading is not kana. */
export function withRuby(base: string, reading: string): string {
  const word = tidyText(base).replaceAll("\n", "");
  const kana = reading.replace(/\s+/gu, "");
  const isReading = /^[ぁ-ゖァ-ヺー・゛゜ゝゞ]{1,60}$/u.test(kana) && /[ぁ-ゖァ-ヺ]/u.test(kana);
  if (!isReading || word === "" || [...word].length > 40 || /[｜|《》]/u.test(word)) return base;
  return `｜${word}《${kana}》`;
}
