import {
  maxSourceBlocks,
  maxSourceCharacters,
  type OmittedPart,
  type Source,
  type SourceBlock,
  type SourceKind,
} from "./source.ts";

/** Thrown by `add` when a source has as much text as is read of one; the reader stops. */
export class SourceFull extends Error {}

/** Characters of a paragraph: a longer one is several, so that each can be chosen. */
const maxBlockLength = 1000;
const maxHeadingLength = 120;

const cjk =
  "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}、。，．・「」『』（）！？ー々〆〇｜《》]";
const wrapInText = new RegExp(`(?<=${cjk})[ \\r]*\\r[ \\r]*(?=${cjk})`, "gu");
const invisible =
  /(?![\n\r\t])[\p{Cc}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/**
 * A text of a document in lines: white space collapsed, invisible characters gone. `\r` is a line break that only wraps the text,
 * as in HTML's source: a space, or nothing between Japanese letters. `\n` is one that stays.
 */
export function tidyText(raw: string): string {
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

/** Pieces of at most `maxBlockLength` characters, cut after a sentence where there is one. */
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
    // Never inside a character of two units, or a word with its reading.
    const ruby = rest.lastIndexOf("｜", cut - 1);
    if (ruby > 0 && cut - ruby < 100 && !rest.slice(ruby, cut).includes("》")) cut = ruby;
    if (/[\ud800-\udbff]/.test(rest[cut - 1] ?? "")) cut--;
    pieces.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return [...pieces, rest].filter((piece) => piece !== "");
}

/** Takes the blocks of a source in order, up to what is read of one. */
export class BlockCollector {
  readonly blocks: SourceBlock[] = [];
  readonly #omitted = new Set<OmittedPart>();
  #characters = 0;

  /** Adds a block of text as the source has it (see `tidyText`). Throws `SourceFull`, with as much added as there is room for. */
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

  /** Says that the source has such parts, which are left out. */
  omit(part: OmittedPart): void {
    this.#omitted.add(part);
  }

  /** Runs a reader, and returns what it has added, also where it was stopped by `SourceFull`. */
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
      title: [...named].slice(0, 100).join(""),
      blocks,
      omitted: [...collector.#omitted],
      isTruncated,
    };
  }
}

/** A word with its reading as the text carries it (｜漢字《かんじ》); the word alone where the reading is none in kana. */
export function withRuby(base: string, reading: string): string {
  const word = tidyText(base).replaceAll("\n", "");
  const kana = reading.replace(/\s+/gu, "");
  const isReading = /^[ぁ-ゖァ-ヺー・゛゜ゝゞ]{1,60}$/u.test(kana) && /[ぁ-ゖァ-ヺ]/u.test(kana);
  if (!isReading || word === "" || [...word].length > 40 || /[｜|《》]/u.test(word)) return base;
  return `｜${word}《${kana}》`;
}
