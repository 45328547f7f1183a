import { withRuby } from "./block-collector.ts";
import type { OmittedPart, SourceBlock } from "./source.ts";

interface FlowBlock extends SourceBlock {
  isMain: boolean;
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
  isReading: boolean;
  /** Of the base already read; 0 if the reading comes first. */
  readLength: number;
}

/** In characters; a table with larger cells only lays out text. */
const minLayoutCell = 60;
/** Per document; `BlockCollector` takes fewer. */
const maxFlowBlocks = 50_000;

/**
 * Collects a marked-up document (HTML, Word, OpenDocument): blocks, words with readings, and tables, of which data tables are
 * dropped.
 */
export class TextFlow {
  readonly omitted = new Set<OmittedPart>();
  isLink = false;
  readonly #blocks: FlowBlock[] = [];
  readonly #tables: Table[] = [];
  #current: FlowBlock = { kind: "paragraph", text: "", isMain: false, linked: 0 };
  #ruby: Ruby | null = null;

  /** After ending the one before. */
  begin(block: { kind: SourceBlock["kind"]; level?: number; isMain?: boolean }): void {
    this.endRuby();
    if (/\S/.test(this.#current.text)) {
      const target = this.#tables.at(-1)?.blocks ?? this.#blocks;
      if (target.length < maxFlowBlocks) target.push(this.#current);
    }
    this.#current = { text: "", linked: 0, isMain: false, ...block };
  }

  /** Of the current block, unless a heading. */
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

  /** The second in a row begins a paragraph. */
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

  /** A word's parts share a reading; letters after the last have none. */
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

  /** Drops data tables; layout tables are text. */
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

  end(): FlowBlock[] {
    while (this.#tables.length > 0) this.endTable();
    this.begin({ kind: "paragraph" });
    return this.#blocks;
  }
}
