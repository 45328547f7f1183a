/** What can be read. */
export const sourceKinds = ["text", "markdown", "html", "docx", "odt", "pdf", "epub"] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** A heading, a paragraph or an item of a list, as its source has it: the pieces that a member chooses from. */
export interface SourceBlock {
  kind: "heading" | "paragraph" | "listItem";
  /** Of a heading, from 1. */
  level?: number;
  /** Lines with LF between them. A word whose source says how it is read is ｜漢字《かんじ》. */
  text: string;
}

/** What a source has besides its text, and the reader leaves out. */
export const omittedParts = ["tables", "footnotes", "captions", "pageNumbers", "code"] as const;
export type OmittedPart = (typeof omittedParts)[number];

export interface Source {
  kind: SourceKind;
  /** Empty where the source says none. */
  title: string;
  blocks: SourceBlock[];
  omitted: OmittedPart[];
  /** It has more text than `maxSourceCharacters`, the rest of which was not read. */
  isTruncated: boolean;
}

/** Bytes of a file. */
export const maxSourceBytes = 20 * 1024 * 1024;
/** Characters of all blocks, and how many of them: more than any track or series is made of. */
export const maxSourceCharacters = 100_000;
export const maxSourceBlocks = 5000;
/** Pages of a PDF. */
export const maxSourcePages = 1000;
/** Bytes that the parts of a zip archive (DOCX, ODT, EPUB) may have when they are unpacked, all together. */
export const maxUnpackedBytes = 120 * 1024 * 1024;

/** Why a source can't be read. */
export const sourceRefusals = [
  "no-file",
  "too-large",
  "unknown-kind",
  "old-word",
  "encrypted",
  "damaged",
  "empty",
  "scanned",
  "unmapped-letters",
  "too-many-pages",
  "too-large-inside",
  "too-costly",
  "unknown-encoding",
] as const;
export type SourceRefusal = (typeof sourceRefusals)[number];

/** A source that can't be read. */
export class RefusedSource extends Error {
  readonly reason: SourceRefusal;
  constructor(reason: SourceRefusal) {
    super(reason);
    this.reason = reason;
  }
}
