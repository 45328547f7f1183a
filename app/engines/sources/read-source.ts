import { BlockCollector } from "./block-collector.ts";
import { decodeText } from "./decode-text.ts";
import { readDocx } from "./read-docx.ts";
import { readEpub } from "./read-epub.ts";
import { readHtml } from "./read-markup.ts";
import { readOdt } from "./read-odt.ts";
import { readPlainText } from "./read-plain-text.ts";
import { maxSourceBytes, RefusedSource, type Source, type SourceKind } from "./source.ts";

export interface SourceFile {
  /** Or its address's path: texts have no signature, but an ending. */
  name: string;
  contentType?: string;
}

/** By first bytes, texts by name. Throws `RefusedSource`. Does not limit what hostile files cost (`readSourceInProcess`). */
export async function readSource(bytes: Uint8Array, file: SourceFile): Promise<Source> {
  if (bytes.length === 0) throw new RefusedSource("empty");
  if (bytes.length > maxSourceBytes) throw new RefusedSource("too-large");
  const kind = identifySource(bytes, file);
  const label = /;\s*charset\s*=\s*["']?([\w-]{2,30})/i.exec(file.contentType ?? "")?.[1];
  const source = await BlockCollector.read(kind, (collector) => {
    if (kind === "pdf") return readPdf(bytes, collector);
    if (kind === "docx") return readDocx(bytes, collector);
    if (kind === "odt") return readOdt(bytes, collector);
    if (kind === "epub") return readEpub(bytes, collector);
    if (kind === "html")
      return readHtml(decodeText(bytes, { label, isHtml: true }), collector, { isBook: false });
    return readPlainText(decodeText(bytes, { label }), collector, { isMarkdown: kind === "markdown" });
  });
  if (source.blocks.length === 0) throw new RefusedSource("empty");
  return source;
}

/** Large: only loaded for PDFs. */
async function readPdf(bytes: Uint8Array, collector: BlockCollector): Promise<string> {
  const reader = await import("./read-pdf.ts");
  return reader.readPdf(bytes, collector);
}

/** Throws `RefusedSource` for an unknown kind. */
function identifySource(bytes: Uint8Array, file: SourceFile): SourceKind {
  const head = Buffer.from(bytes.subarray(0, 1024));
  if (head.includes("%PDF-")) return "pdf";
  if (head.subarray(0, 4).equals(Buffer.from("PK\x03\x04"))) return kindOfZip(bytes);
  // Old Word, and Office with a password.
  if (head.subarray(0, 8).equals(Buffer.from("d0cf11e0a1b11ae1", "hex"))) throw new RefusedSource("old-word");
  const ending = /\.([a-z0-9]{1,8})$/i.exec(file.name)?.[1]?.toLowerCase();
  const type = file.contentType?.split(";")[0]?.trim().toLowerCase();
  if (head.subarray(0, 5).equals(Buffer.from("{\\rtf"))) throw new RefusedSource("unknown-kind");
  if (type === "text/html" || type === "application/xhtml+xml") return "html";
  if (type === "text/markdown" || ["md", "markdown", "mkd"].includes(ending ?? "")) return "markdown";
  if (
    /^\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html|head|body)[\s>]/i.test(
      head.toString("latin1").replace(/^\xef\xbb\xbf/, ""),
    )
  )
    return "html";
  if (["html", "htm", "xhtml"].includes(ending ?? "")) return "html";
  const isNamedOtherwise = ending !== undefined && !["txt", "text", "log", "asc"].includes(ending);
  if (type === "text/plain" || !isNamedOtherwise) return "text";
  throw new RefusedSource("unknown-kind");
}

/** EPUB and OpenDocument name themselves first; Word has `word/`. */
function kindOfZip(bytes: Uint8Array): SourceKind {
  const head = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  if (head.includes("mimetypeapplication/epub+zip")) return "epub";
  if (head.includes("mimetypeapplication/vnd.oasis.opendocument.text")) return "odt";
  const names = Buffer.from(bytes);
  if (names.includes("word/document")) return "docx";
  if (names.includes("META-INF/container.xml")) return "epub";
  throw new RefusedSource(((bytes[6] ?? 0) & 1) === 1 ? "encrypted" : "unknown-kind");
}
