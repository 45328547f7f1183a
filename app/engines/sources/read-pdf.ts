import { createRequire } from "node:module";
import path from "node:path";
import { getDocument, PasswordException } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { TextItem } from "pdfjs-dist/types/src/display/api.js";
import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";
import type { BlockCollector } from "./block-collector.ts";
import { type PdfPiece, toLines } from "./pdf-lines.ts";
import { addParagraphs, type PdfPage } from "./pdf-paragraphs.ts";
import { maxSourceCharacters, maxSourcePages, RefusedSource } from "./source.ts";

/** Letters of all pages below which a PDF has pictures of its text only. */
const minLetters = 10;
/** Of letters without a meaning: their font says how they look, and not what they are. */
const maxUnmapped = 0.1;

/** Signs of vertical writing, and radicals in the place of kanji: how letters look, not which they are. */
const formed = /[\u2e80-\u2fdf\ufe10-\ufe1f\ufe30-\ufe4f]/g;

const folder = path.dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));

/** Reads a PDF page by page; returns its title. Throws `RefusedSource` and `SourceFull`. */
export async function readPdf(bytes: Uint8Array, collector: BlockCollector): Promise<string> {
  const loading = getDocument({
    // It takes the bytes over.
    data: new Uint8Array(bytes),
    verbosity: 0,
    disableFontFace: true,
    useSystemFonts: false,
    // Japanese encodings whose tables are not in the file.
    cMapUrl: `${folder}/cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${folder}/standard_fonts/`,
    // Nothing is drawn: pictures need not be decoded.
    maxImageSize: 1,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    useWorkerFetch: false,
    useWasm: false,
  });
  try {
    const document = await loading.promise;
    if (document.numPages > maxSourcePages) throw new RefusedSource("too-many-pages");
    const pages: PdfPage[] = [];
    let letters = 0;
    for (let number = 1; number <= document.numPages && letters <= maxSourceCharacters; number++) {
      const page = await document.getPage(number);
      const { items, styles } = await page.getTextContent();
      const { width, height } = page.getViewport({ scale: 1 });
      page.cleanup();
      const text = items.filter((item): item is TextItem => "str" in item && item.str !== "");
      const vertical = text.filter(({ fontName }) => styles[fontName]?.vertical === true);
      const isVertical = vertical.length * 2 > text.length;
      const pieces = text.map((item) => toPiece(item, { isVertical, width, height }));
      const lines = toLines(pieces);
      letters += lines.reduce((sum, line) => sum + line.text.replace(/\s/g, "").length, 0);
      pages.push({ lines, depth: isVertical ? width : height });
    }
    if (letters < minLetters) throw new RefusedSource(document.numPages > 0 ? "scanned" : "empty");
    if (unmapped(pages) > maxUnmapped * letters) throw new RefusedSource("unmapped-letters");
    const title = await titleOf(document);
    addParagraphs(pages, collector);
    return title;
  } catch (error) {
    if (error instanceof PasswordException) throw new RefusedSource("encrypted");
    if (error instanceof Error && /InvalidPDF|MissingPDF|FormatError|UnknownError/.test(error.name))
      throw new RefusedSource("damaged");
    throw error;
  } finally {
    await loading.destroy();
  }
}

function toPiece(
  item: TextItem,
  { isVertical, width, height }: { isVertical: boolean; width: number; height: number },
): PdfPiece {
  const [a = 0, b = 0, , , x = 0, y = 0]: number[] = item.transform;
  const size = Math.hypot(a, b) || item.height || 1;
  const text = item.str.replace(formed, (letter) => normalizeUnicode(letter, "NFKC"));
  return isVertical
    ? {
        text,
        along: height - y,
        length: item.height || size * item.str.length,
        across: width - x,
        size,
      }
    : { text, along: x, length: item.width, across: height - y, size };
}

/** Letters of private use, and such that stand for none. */
function unmapped(pages: readonly PdfPage[]): number {
  const text = pages.flatMap(({ lines }) => lines.map((line) => line.text)).join("");
  return text.match(/[\ufffd\ue000-\uf8ff\p{Cc}\p{Cn}]/gu)?.length ?? 0;
}

/** A title that somebody has given: programs write the name of a file. */
async function titleOf(document: Awaited<ReturnType<typeof getDocument>["promise"]>): Promise<string> {
  const { info } = await document.getMetadata().catch(() => ({ info: {} }));
  const title = "Title" in info && typeof info.Title === "string" ? info.Title.trim() : "";
  return /\.(?:docx?|xlsx?|pptx?|pdf|indd|jtd|tex)$|^(?:Microsoft Word|untitled|無題)/i.test(title)
    ? ""
    : title;
}
