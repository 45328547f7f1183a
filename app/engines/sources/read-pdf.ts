import { createRequire } from "node:module";
import path from "node:path";
import { getDocument, PasswordException } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { TextItem } from "pdfjs-dist/types/src/display/api.js";
import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";
import type { BlockCollector } from "./block-collector.ts";
import { type PdfPiece, toLines } from "./pdf-lines.ts";
import { addParagraphs, type PdfPage } from "./pdf-paragraphs.ts";
import { maxSourceCharacters, maxSourcePages, RefusedSource } from "./source.ts";

/** Fewer letters: pictures of text. */
const minLetters = 10;
/** Letters whose font tells only their look. */
const maxUnmapped = 0.1;

/** Vertical signs and radicals: looks, not letters. */
const formed = /[\u2e80-\u2fdf\ufe10-\ufe1f\ufe30-\ufe4f]/g;

const folder = path.dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));

/** Returns the title. Throws `RefusedSource`, `SourceFull`. */
export async function readPdf(bytes: Uint8Array, collector: BlockCollector): Promise<string> {
  const loading = getDocument({
    // It takes the bytes over.
    data: new Uint8Array(bytes),
    verbosity: 0,
    disableFontFace: true,
    useSystemFonts: false,
    // For Japanese encodings outside the file.
    cMapUrl: `${folder}/cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${folder}/standard_fonts/`,
    // Decodes no pictures.
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
      const isStacked = goesDown(text);
      const isVertical = isStacked || vertical.length * 2 > text.length;
      const pieces = text.map((item) => toPiece(item, { isVertical, isStacked, width, height }));
      const lines = toLines(pieces);
      letters += lines.reduce((sum, line) => sum + line.text.replace(/\s/g, "").length, 0);
      pages.push(
        isVertical ? { lines, depth: width, breadth: height } : { lines, depth: height, breadth: width },
      );
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

/** Browsers write vertical lines letter by letter, each below the other, in a font for horizontal ones. */
function goesDown(items: readonly TextItem[]): boolean {
  const below = items.filter(({ transform: [, , , , x = 0, y = 0] }, at) => {
    const { transform, height = 0 } = items[at + 1] ?? {};
    const [, , , , nextX = 0, nextY = 0]: number[] = transform ?? [];
    return Math.abs(nextX - x) < 0.3 * height && y - nextY > 0.4 * height && y - nextY < 1.4 * height;
  });
  const letters = items.filter(({ str }) => [...str].length === 1);
  return below.length > 10 && below.length * 2 > items.length && letters.length * 2 > items.length;
}

function toPiece(
  item: TextItem,
  o: { isVertical: boolean; isStacked: boolean; width: number; height: number },
): PdfPiece {
  const { isVertical, isStacked, width, height } = o;
  const [a = 0, b = 0, , , x = 0, y = 0]: number[] = item.transform;
  const size = Math.hypot(a, b) || item.height || 1;
  const text = item.str.replace(formed, (letter) => normalizeUnicode(letter, "NFKC"));
  return isVertical
    ? {
        text,
        along: height - y,
        // Letters that lie on their side are as long as they are wide, others take a place each.
        length: isStacked
          ? Math.abs(b) > Math.abs(a)
            ? item.width
            : size
          : item.height || size * item.str.length,
        across: width - x,
        size,
      }
    : { text, along: x, length: item.width, across: height - y, size };
}

function unmapped(pages: readonly PdfPage[]): number {
  const text = pages.flatMap(({ lines }) => lines.map((line) => line.text)).join("");
  return text.match(/[\ufffd\ue000-\uf8ff\p{Cc}\p{Cn}]/gu)?.length ?? 0;
}

/** Not a file name from a program. */
async function titleOf(document: Awaited<ReturnType<typeof getDocument>["promise"]>): Promise<string> {
  const { info } = await document.getMetadata().catch(() => ({ info: {} }));
  const title = "Title" in info && typeof info.Title === "string" ? info.Title.trim() : "";
  return /\.(?:docx?|xlsx?|pptx?|pdf|indd|jtd|tex)$|^(?:Microsoft Word|untitled|無題)/i.test(title)
    ? ""
    : title;
}
