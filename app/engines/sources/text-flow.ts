import { withRuby } from "./block-collector.ts";
import type { OmittedPart, SourceBlock } from "./source.ts";

/** A block with where it stood. */
export interface FlowBlock extends SourceBlock {
  isMain: boolean;
  /** Characters of it that are links. */
  linked: number;
}

interface Table {
  blocks: FlowBlock[];
  cells: number;
  rows: number;
  hasHeads: boolean;
}

interface Ruby {
  base: string;
  reading: string;
  /** Whether text is of the reading now. */
  isReading: boolean;
  /** Length of that part of the base that has its reading; 0 where the reading comes first. */
  readLength: number;
}

/** Characters of a cell from which a table only lays out a text. */
const minLayoutCell = 60;
/** Blocks that are collected of one document at most; `BlockCollector` takes fewer. */
const maxFlowBlocks = 50_000;

/**
 * Puts the text of a marked-up document (HTML, Word, OpenDocument) together: pieces of text between beginnings of blocks, words with
 * readings, and tables, of which those of data are left out.
 */
export class TextFlow {
  readonly omitted = new Set<OmittedPart>();
  isLink = false;
  readonly #blocks: FlowBlock[] = [];
  readonly #tables: Table[] = [];
  #current: FlowBlock = { kind: "paragraph", text: "", isMain: false, linked: 0 };
  #ruby: Ruby | null = null;

  /** Ends the block before it and begins another one. */
  begin(block: { kind: SourceBlock["kind"]; level?: number; isMain?: boolean }): void {
    this.endRuby();
    if (/\S/.test(this.#current.text)) {
      const target = this.#tables.at(-1)?.blocks ?? this.#blocks;
      if (target.length < maxFlowBlocks) target.push(this.#current);
    }
    this.#current = { text: "", linked: 0, isMain: false, ...block };
  }

  /** Makes an item of a list of the block that has begun, unless it is a heading. */
  makeItem(): void {
    if (this.#current.kind === "paragraph") this.#current.kind = "listItem";
  }

  add(text: string): void {
    if (this.#ruby) {
      this.#ruby[this.#ruby.isReading ? "reading" : "base"] += text;
      return;
    }
    this.#current.text += text;
    if (this.isLink) this.#current.linked += text.length;
  }

  /** Of two in a row the second begins a paragraph. */
  lineBreak(): void {
    if (this.#ruby) return;
    const { kind, isMain, text } = this.#current;
    if (kind === "paragraph" && /\n[\s]*$/.test(text)) this.begin({ kind, isMain });
    else this.add("\n");
  }

  omit(part: OmittedPart): void {
    this.omitted.add(part);
  }

  beginRuby(): void {
    this.endRuby();
    this.#ruby = { base: "", reading: "", isReading: false, readLength: 0 };
  }

  beginReading(): void {
    if (this.#ruby) this.#ruby.isReading = true;
  }

  endReading(): void {
    if (!this.#ruby?.isReading) return;
    this.#ruby.isReading = false;
    this.#ruby.readLength = this.#ruby.base.length;
  }

  /** The parts of one word have one reading; letters after the last reading have none. */
  endRuby(): void {
    if (!this.#ruby) return;
    this.endReading();
    const { base, reading, readLength } = this.#ruby;
    this.#ruby = null;
    const end = readLength || base.length;
    this.add(withRuby(base.slice(0, end), reading) + base.slice(end));
  }

  beginTable(): void {
    this.begin({ kind: "paragraph", isMain: this.#current.isMain });
    this.#tables.push({ blocks: [], cells: 0, rows: 0, hasHeads: false });
  }

  row(): void {
    const table = this.#tables.at(-1);
    if (table) table.rows++;
  }

  cell(): void {
    const table = this.#tables.at(-1);
    if (table) table.cells++;
  }

  headCell(): void {
    const table = this.#tables.at(-1);
    if (table) table.hasHeads = true;
  }

  /** A table of data is left out; one that lays out a text is text. */
  endTable(): void {
    this.begin({ kind: "paragraph", isMain: this.#current.isMain });
    const table = this.#tables.pop();
    if (!table) return;
    const length = table.blocks.reduce((sum, { text }) => sum + text.trim().length, 0);
    const isLayout = table.cells <= 1 || (!table.hasHeads && length / table.cells >= minLayoutCell);
    if (!isLayout) {
      if (length > 0) this.omit("tables");
      return;
    }
    const target = this.#tables.at(-1)?.blocks ?? this.#blocks;
    for (const block of table.blocks) target.push(block);
  }

  /** All blocks in order. */
  end(): FlowBlock[] {
    while (this.#tables.length > 0) this.endTable();
    this.begin({ kind: "paragraph" });
    return this.#blocks;
  }
}
