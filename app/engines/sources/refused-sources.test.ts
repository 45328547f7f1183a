import { expect, test } from "vitest";
import {
  makeDocx,
  makeEpub,
  makeOdt,
  makePdf,
  makeZip,
  pdfLines,
  wordParagraph,
} from "#test/sources/make-sources.ts";
import { claimLength, docx, noise, pdf, text } from "#test/sources/night-text.ts";
import { readSource } from "./read-source.ts";
import { maxSourceBytes, RefusedSource } from "./source.ts";

const bytesOf = (content: string | Uint8Array) =>
  typeof content === "string" ? Buffer.from(content) : content;
const read = (content: string | Uint8Array, name: string) => readSource(bytesOf(content), { name });

/** An archive of one part whose directory names it so many times, as bombs of overlapping parts do. */
function repeatPart(zip: Uint8Array, times: number): Uint8Array {
  const bytes = Buffer.from(zip);
  const directory = bytes.indexOf("PK\u0001\u0002");
  const end = bytes.indexOf("PK\u0005\u0006");
  const entry = bytes.subarray(directory, end);
  const tail = Buffer.from(bytes.subarray(end));
  tail.writeUInt16LE(times, 8);
  tail.writeUInt16LE(times, 10);
  tail.writeUInt32LE(times * entry.length, 12);
  return Buffer.concat([bytes.subarray(0, directory), ...Array(times).fill(entry), tail]);
}

const changeMethod = (zip: Uint8Array) => {
  const bytes = Buffer.from(zip);
  bytes.writeUInt16LE(99, bytes.indexOf("PK\u0001\u0002") + 10);
  return bytes;
};

const flagEncrypted = (zip: Uint8Array) => {
  const bytes = Buffer.from(zip);
  bytes.writeUInt16LE(1, 6);
  return bytes;
};

const protectedChapter =
  '<encryption><enc:EncryptedData><enc:CipherData><enc:CipherReference URI="OEBPS/text/c%200.xhtml"/></enc:CipherData></enc:EncryptedData></encryption>';
const passwordOfPdf = `/Encrypt<</Filter/Standard/V 1/R 2/O<${"41".repeat(32)}>/U<${"42".repeat(32)}>/P -4>>/ID[<00><00>]`;

test.each<[string, () => string | Uint8Array, string, string]>([
  ["nothing", () => "", "a.txt", "empty"],
  ["blanks", () => " \n　\n\t", "a.txt", "empty"],
  ["signs", () => "---\n***\n……\n", "a.txt", "empty"],
  ["a byte too many", () => Buffer.alloc(maxSourceBytes + 1, 0x61), "a.txt", "too-large"],
  ["noise that is called a text", () => noise(5000), "a.txt", "unknown-encoding"],
  ["zeros that are called a text", () => Buffer.alloc(5000), "a.txt", "unknown-encoding"],
  ["a picture", () => Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), "a.png", "unknown-kind"],
  ["a spreadsheet", () => makeZip({ "xl/workbook.xml": "<x/>" }), "a.xlsx", "unknown-kind"],
  ["RTF", () => "{\\rtf1 abc}", "a.rtf", "unknown-kind"],
  ["RTF that is called a text", () => "{\\rtf1 abc}", "a.txt", "unknown-kind"],
  [
    "an old document of Word",
    () => Buffer.from("d0cf11e0a1b11ae1".padEnd(1200, "0"), "hex"),
    "a.doc",
    "old-word",
  ],
  [
    "a picture that is called a text",
    () => Buffer.from("ffd8ffe000104a46494600010100", "hex"),
    "a.txt",
    "unknown-encoding",
  ],
  [
    "a program that is called a document of Word",
    () => Buffer.concat([Buffer.from("MZ"), noise(2000)]),
    "a.docx",
    "unknown-kind",
  ],
  ["a text that is called a PDF", () => text, "a.pdf", "unknown-kind"],
  [
    "an archive in an archive",
    () => makeZip({ "inner.zip": makeZip({ "inner.zip": docx }) }),
    "a.zip",
    "unknown-kind",
  ],
  [
    "an archive of archives that is called a book",
    () => makeZip({ mimetype: "application/epub+zip", "inner.epub": makeEpub([`<p>${text}</p>`]) }),
    "a.epub",
    "damaged",
  ],
  ["a book without a spine", () => makeEpub([`<p>${text}</p>`], { spine: [] }), "a.epub", "damaged"],
  [
    "a page that leads elsewhere at once",
    () => '<html><meta http-equiv="refresh" content="0;url=http://127.0.0.1/"><body>',
    "a.html",
    "empty",
  ],
  ["HTML of scripts alone", () => `<html><script>${text}</script><style>${text}</style>`, "a.html", "empty"],
  ["HTML in a comment that never ends", () => `<html><body><!-- ${text}`, "a.html", "empty"],
  ["a zip cut off", () => docx.subarray(0, docx.length - 40), "a.docx", "damaged"],
  ["a zip cut off in its first part", () => docx.subarray(0, 60), "a.docx", "unknown-kind"],
  [
    "a zip in a compression of its own",
    () => changeMethod(makeZip({ "word/document.xml": text })),
    "a.docx",
    "damaged",
  ],
  ["a zip with a password", () => flagEncrypted(docx), "a.docx", "encrypted"],
  ["another zip with a password", () => flagEncrypted(makeZip({ a: text })), "a.zip", "encrypted"],
  [
    "a zip whose part claims 4 GB",
    () => claimLength(makeZip({ "word/document.xml": text }), 0xffff_fff0),
    "a.docx",
    "too-large-inside",
  ],
  [
    "a zip of overlapping parts that claim 50 MB each",
    () => repeatPart(claimLength(makeZip({ "word/document.xml": text }), 50_000_000), 3),
    "a.docx",
    "too-large-inside",
  ],
  [
    "a zip of 10,001 parts",
    () => repeatPart(makeZip({ mimetype: "application/epub+zip" }), 10_001),
    "a.epub",
    "too-large-inside",
  ],
  ["a document without its text", () => makeZip({ "word/documents.txt": text }), "a.docx", "damaged"],
  [
    "a document of a table alone",
    () =>
      makeDocx(
        `<w:tbl><w:tr><w:tc>${wordParagraph("1")}</w:tc><w:tc>${wordParagraph("2")}</w:tc></w:tr></w:tbl>`,
      ),
    "a.docx",
    "empty",
  ],
  [
    "a text of OpenDocument with a password",
    () => makeOdt("<text:p>1</text:p>", { manifest: "<manifest:encryption-data/>" }),
    "a.odt",
    "encrypted",
  ],
  [
    "a text of OpenDocument without its text",
    () => makeZip({ mimetype: "application/vnd.oasis.opendocument.text" }),
    "a.odt",
    "damaged",
  ],
  [
    "a book that is protected",
    () => makeEpub([text], { parts: { "META-INF/encryption.xml": protectedChapter } }),
    "a.epub",
    "encrypted",
  ],
  ["a book without a container", () => makeZip({ mimetype: "application/epub+zip" }), "a.epub", "damaged"],
  [
    "a book whose container leads outside",
    () =>
      makeZip({
        mimetype: "application/epub+zip",
        "META-INF/container.xml": '<container><rootfile full-path="../../etc/passwd"/></container>',
      }),
    "a.epub",
    "damaged",
  ],
  ["a book of pictures", () => makeEpub(['<img src="1.jpg"/>']), "a.epub", "empty"],
  ["a PDF of its first line", () => "%PDF-1.7\n", "a.pdf", "damaged"],
  ["a PDF of noise", () => Buffer.concat([Buffer.from("%PDF-1.7\n"), noise(5000)]), "a.pdf", "damaged"],
  [
    "a PDF with a password",
    () => makePdf([pdfLines([text])], { trailer: passwordOfPdf }),
    "a.pdf",
    "encrypted",
  ],
  ["a PDF of pictures", () => makePdf([[], [], []]), "a.pdf", "scanned"],
  ["a PDF of 5,000 pages", () => makePdf(Array.from({ length: 5000 }, () => [])), "a.pdf", "too-many-pages"],
  [
    "a PDF whose letters mean nothing",
    () => makePdf([pdfLines(["\ue001\ue002\ue003\ue004".repeat(10)])]),
    "a.pdf",
    "unmapped-letters",
  ],
  [
    "a PDF whose pages hold themselves",
    () => Buffer.from(Buffer.from(pdf).toString("latin1").replace("/Kids[6 0 R]", "/Kids[2 0 R]"), "latin1"),
    "a.pdf",
    "damaged",
  ],
])("%s is refused", async (_, make, name, reason) => {
  const refused = read(make(), name);
  await expect(refused).rejects.toThrow(RefusedSource);
  await expect(refused).rejects.toMatchObject({ reason });
});
