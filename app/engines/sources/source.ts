export const sourceKinds = ["text", "markdown", "html", "docx", "odt", "pdf", "epub"] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** A member chooses from these. */
export interface SourceBlock {
  kind: "heading" | "paragraph" | "listItem";
  /** Of a heading, from 1. */
  level?: number;
  /** LF between lines; readings as ｜漢字《かんじ》. */
  text: string;
}

/** Left out by readers. */
export const omittedParts = ["tables", "footnotes", "captions", "pageNumbers", "code"] as const;
export type OmittedPart = (typeof omittedParts)[number];

export interface Source {
  kind: SourceKind;
  title: string;
  blocks: SourceBlock[];
  omitted: OmittedPart[];
  /** The rest beyond `maxSourceCharacters` was not read. */
  isTruncated: boolean;
}

export const maxSourceBytes = 20 * 1024 * 1024;
/** More than any track or series needs. */
export const maxSourceCharacters = 100_000;
export const maxSourceBlocks = 5000;
export const maxSourcePages = 1000;
/** All parts of a zip together (DOCX, ODT, EPUB). */
export const maxUnpackedBytes = 120 * 1024 * 1024;

const sourceRefusals = [
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

export class RefusedSource extends Error {
  readonly reason: SourceRefusal;
  constructor(reason: SourceRefusal) {
    super(reason);
    this.reason = reason;
  }
}
