import { strToU8, zipSync } from "fflate";

/** Files as members send them, made in code. */

/** Parts in this order. */
export function makeZip(parts: Record<string, string | Uint8Array>): Uint8Array {
  const files = Object.entries(parts).map(([name, part]): [string, [Uint8Array, { level: 0 | 6 }]] => [
    name,
    // Stored uncompressed: it names the format.
    [typeof part === "string" ? strToU8(part) : part, { level: name === "mimetype" ? 0 : 6 }],
  ]);
  return zipSync(Object.fromEntries(files), { mtime: new Date("2026-01-01T00:00:00Z") });
}

const wordNamespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';

/** A document of Word; `body` goes inside `w:body`. */
export function makeDocx(body: string, o: { title?: string; head?: string } = {}): Uint8Array {
  const styles = [
    ["Heading1", "heading 1"],
    ["Heading2", "heading 2"],
    ["Caption", "caption"],
    ["TOC1", "toc 1"],
  ].map(([id, name]) => `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`);
  return makeZip({
    "[Content_Types].xml": "<Types/>",
    "word/document.xml": `<?xml version="1.0" encoding="UTF-8"?>${o.head ?? ""}<w:document ${wordNamespaces}><w:body>${body}</w:body></w:document>`,
    "word/styles.xml": `<w:styles ${wordNamespaces}>${styles.join("")}</w:styles>`,
    ...(o.title && {
      "docProps/core.xml": `<cp:coreProperties xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${o.title}</dc:title></cp:coreProperties>`,
    }),
  });
}

/** `style`: its id. */
export const wordParagraph = (text: string, style = "") =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

/** A text of OpenDocument; `content` goes inside `office:text`. */
export function makeOdt(content: string, o: { manifest?: string; title?: string } = {}): Uint8Array {
  return makeZip({
    mimetype: "application/vnd.oasis.opendocument.text",
    "META-INF/manifest.xml": o.manifest ?? "<manifest:manifest/>",
    "meta.xml": `<office:document-meta><office:meta><dc:title>${o.title ?? ""}</dc:title></office:meta></office:document-meta>`,
    "content.xml": `<?xml version="1.0"?><office:document-content><office:body><office:text>${content}</office:text></office:body></office:document-content>`,
  });
}

/** Chapters by body, in order. */
export function makeEpub(
  chapters: readonly string[],
  o: { title?: string; parts?: Record<string, string>; spine?: readonly number[] } = {},
): Uint8Array {
  const spine = o.spine ?? chapters.map((_, at) => at);
  const items = chapters.map(
    (_, at) => `<item id="c${at}" href="text/c%20${at}.xhtml" media-type="application/xhtml+xml"/>`,
  );
  return makeZip({
    mimetype: "application/epub+zip",
    "META-INF/container.xml": `<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>`,
    "OEBPS/book.opf": `<package><metadata><dc:title>${o.title ?? "本"}</dc:title></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${items.join("")}</manifest><spine><itemref idref="nav"/>${spine.map((at) => `<itemref idref="c${at}"/>`).join("")}</spine></package>`,
    "OEBPS/nav.xhtml": `<html><body><nav><p>目次の行</p></nav></body></html>`,
    ...Object.fromEntries(
      chapters.map((body, at) => [
        `OEBPS/text/c ${at}.xhtml`,
        `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>${body}</body></html>`,
      ]),
    ),
    ...o.parts,
  });
}

/** A text's place in points from the page's upper left. */
export interface PdfText {
  text: string;
  x: number;
  y: number;
  size?: number;
}

/**
 * A4 pages in a Japanese font outside the file (`UniJIS-UTF16-H`), as many old documents.
 *
 * @param o.trailer added to its trailer, such as `/Encrypt`
 * @param o.content a raw content stream instead of text
 */
export function makePdf(
  pages: readonly (readonly PdfText[])[],
  o: {
    trailer?: string;
    encoding?: string;
    encode?: (text: string) => string;
    content?: { dictionary: string; bytes: Uint8Array };
  } = {},
): Uint8Array {
  const { encoding = "UniJIS-UTF16-H", encode = utf16 } = o;
  const objects: (string | Buffer)[] = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, at) => `${6 + 2 * at} 0 R`).join(" ")}]>>`,
    `<</Type/Font/Subtype/Type0/BaseFont/Ryumin-Light-${encoding}/Encoding/${encoding}/DescendantFonts[4 0 R]>>`,
    "<</Type/Font/Subtype/CIDFontType0/BaseFont/Ryumin-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 4>>/FontDescriptor 5 0 R/DW 1000>>",
    "<</Type/FontDescriptor/FontName/Ryumin-Light/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>",
  ];
  pages.forEach((lines, at) => {
    const text = lines
      .map(({ text, x, y, size = 10 }) => {
        return `BT /F1 ${size} Tf 1 0 0 1 ${x} ${842 - y} Tm <${encode(text)}> Tj ET`;
      })
      .join("\n");
    const content = o.content?.bytes ?? Buffer.from(text);
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents ${7 + 2 * at} 0 R>>`,
      Buffer.concat([
        Buffer.from(`<</Length ${content.length}${o.content?.dictionary ?? ""}>>\nstream\n`),
        content,
        Buffer.from("\nendstream"),
      ]),
    );
  });
  const parts = [Buffer.from("%PDF-1.7\n")];
  let length = parts[0]?.length ?? 0;
  const offsets = objects.map((object, at) => {
    const bytes = Buffer.concat([
      Buffer.from(`${at + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from("\nendobj\n"),
    ]);
    const offset = length;
    parts.push(bytes);
    length += bytes.length;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join("")}trailer\n<</Size ${objects.length + 1}/Root 1 0 R${o.trailer ?? ""}>>\nstartxref\n${length}\n%%EOF`,
    ),
  );
  return Buffer.concat(parts);
}

const utf16 = (text: string) => Buffer.from(text, "utf16le").swap16().toString("hex");

/** Below one another, in the usual size. */
export const pdfLines = (lines: readonly string[], o: { y?: number } = {}): PdfText[] =>
  lines.map((text, at) => ({ text, x: 60, y: (o.y ?? 120) + 16 * at }));
