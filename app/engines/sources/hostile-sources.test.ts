import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { deflateSync } from "node:zlib";
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
import { readSource } from "./read-source.ts";
import { readSourceInProcess } from "./read-source-in-process.ts";
import { maxSourceBlocks, maxSourceBytes, maxSourceCharacters, RefusedSource } from "./source.ts";

/** The same bytes each time, without order (xorshift). */
function noise(length: number): Buffer {
  let state = 0x9e3779b9;
  return Buffer.from(
    Array.from({ length }, () => {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return state & 0xff;
    }),
  );
}

const text = "夜のラジオには、昼とはちがう時間が流れています。";
const bytesOf = (content: string | Uint8Array) =>
  typeof content === "string" ? Buffer.from(content) : content;
const read = (content: string | Uint8Array, name: string) => readSource(bytesOf(content), { name });

/** Shift_JIS and EUC-JP of 夜の声, which `TextEncoder` can't write. */
const shiftJis = Buffer.from("96e982cc90ba8142".repeat(20), "hex");
const eucJp = Buffer.from("ccebA4cec0bcA1a3".repeat(20), "hex");
const iso2022 = Buffer.concat([
  Buffer.from("\u001b$B"),
  Buffer.from("4c6b244e403c2123", "hex"),
  Buffer.from("\u001b(B"),
]);
const utf16be = Buffer.from(`\n${text}\n${text}\n`, "utf16le").swap16();

/** The central directory's and the local header's claim of how long the first part is when it is unpacked. */
function claimLength(zip: Uint8Array, length: number): Uint8Array {
  const bytes = Buffer.from(zip);
  bytes.writeUInt32LE(length, 22);
  bytes.writeUInt32LE(length, bytes.indexOf("PK\u0001\u0002") + 24);
  return bytes;
}

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

const docx = makeDocx(wordParagraph(text));
const pdf = makePdf([pdfLines([text])]);
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

test.each<[string, () => string | Uint8Array, string, string[]]>([
  ["Shift_JIS", () => shiftJis, "a.txt", ["夜の声。".repeat(20)]],
  ["EUC-JP", () => eucJp, "a.txt", ["夜の声。".repeat(20)]],
  ["ISO-2022-JP", () => iso2022, "a.txt", ["夜の声。"]],
  ["UTF-16 with a mark", () => Buffer.from(`\ufeff${text}`, "utf16le"), "a.txt", [text]],
  ["UTF-16 without a mark", () => utf16be, "a.txt", [text, text]],
  [
    "UTF-8 that is cut in a letter",
    () => bytesOf(text.repeat(3)).subarray(0, -1),
    "a.txt",
    [`${text}${text}${text.slice(0, -1)}\ufffd`],
  ],
  [
    "HTML that names its encoding",
    () => Buffer.concat([Buffer.from('<html><meta charset="Shift_JIS"><p>'), shiftJis]),
    "a.html",
    ["夜の声。".repeat(20)],
  ],
  ["HTML that names a wrong encoding", () => `<html><meta charset="x-nothing"><p>${text}`, "a.html", [text]],
  ["HTML without a name", () => `<!DOCTYPE html><p>${text}</p>`, "download", [text]],
  ["UTF-8 with a mark", () => `\ufeff${text}`, "a.txt", [text]],
  ["a PDF that is called a text", () => pdf, "a.txt", [text]],
  ["a document of Word that is called a PDF", () => docx, "a.pdf", [text]],
  ["zeros between letters", () => text.split("").join("\u0000").slice(0, 7), "a.txt", [text.slice(0, 4)]],
  ["line ends of old systems", () => `${text}\r\r${text}\r\n\r\n${text}`, "a.txt", [text, text, text]],
  [
    "a page that leads elsewhere, and starts programs",
    () =>
      `<html><head><meta http-equiv="refresh" content="0;url=http://127.0.0.1/"><base href="file:///"></head><body onload="alert(1)"><iframe src="file:///etc/passwd">x</iframe><object data="file:///etc/passwd"></object><p>${text}<script>document.write("x")</script></p></body></html>`,
    "a.html",
    [text],
  ],
  [
    "a document with macros, objects and a template elsewhere",
    () =>
      makeZip({
        "word/document.xml": `<w:document><w:p><w:r><w:object><o:OLEObject/></w:object><w:t>${text}</w:t></w:r></w:p></w:document>`,
        "word/vbaProject.bin": noise(3000),
        "word/embeddings/oleObject1.bin": noise(3000),
        "word/_rels/settings.xml.rels":
          '<Relationships><Relationship Target="http://127.0.0.1/a.dotm" TargetMode="External"/></Relationships>',
      }),
    "a.docm",
    [text],
  ],
  [
    "a text of OpenDocument with macros and a picture elsewhere",
    () =>
      makeOdt(
        `<office:scripts><script:event-listener/></office:scripts><text:p>${text}<draw:image xlink:href="http://127.0.0.1/a.png"/></text:p>`,
      ),
    "a.odt",
    [text],
  ],
  ["invisible and turning characters", () => `\u202e${text}\u0000\u200b`, "a.txt", [text]],
  ["tags that never end", () => `<html><body><p><b><i><p>${text}`, "a.html", [text]],
  [
    "a script that is written as text",
    () => `<html><p>&lt;script&gt;${text}&amp;nbsp;`,
    "a.html",
    [`<script>${text}&nbsp;`],
  ],
  [
    "entities of a document's own, which stay unread",
    () =>
      makeDocx(wordParagraph(`&a;${text}`), {
        head: '<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd"><!ENTITY b "&a;&a;&a;">]>',
      }),
    "a.docx",
    [`&a;${text}`],
  ],
  [
    "parts with names outside of the archive",
    () =>
      makeZip({
        "../../word/document.xml": "<w:t>x</w:t>",
        "word/document.xml": `<w:document><w:p><w:t>${text}</w:t></w:p></w:document>`,
      }),
    "a.docx",
    [text],
  ],
  [
    "a part that is longer than it claims",
    () =>
      claimLength(
        makeZip({
          "word/document.xml": `<w:document><w:p><w:t>${text}</w:t></w:p></w:document>${" ".repeat(2_000_000)}`,
        }),
        200,
      ),
    "a.docx",
    [text],
  ],
  [
    "a book with disguised fonts",
    () =>
      makeEpub([`<p>${text}</p>`], {
        parts: { "META-INF/encryption.xml": '<CipherReference URI="OEBPS/font.otf"/>' },
      }),
    "a.epub",
    [text],
  ],
  ["a book that misses a chapter", () => makeEpub([`<p>${text}</p>`], { spine: [3, 0] }), "a.epub", [text]],
  [
    "a PDF without its table of objects",
    () =>
      Buffer.from(
        Buffer.from(pdf)
          .toString("latin1")
          .replace(/startxref\n\d+/, "startxref\n5"),
        "latin1",
      ),
    "a.pdf",
    [text],
  ],
  [
    "a PDF behind other bytes",
    () => Buffer.concat([Buffer.from("HTTP/1.1 200 OK\r\n\r\n"), pdf]),
    "a.pdf",
    [text],
  ],
  [
    "a PDF that would start programs",
    () =>
      Buffer.from(
        Buffer.from(pdf)
          .toString("latin1")
          .replace("/Type/Catalog", "/Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>"),
        "latin1",
      ),
    "a.pdf",
    [text],
  ],
])("%s is read", async (_, make, name, lines) => {
  expect((await read(make(), name)).blocks.map((block) => block.text)).toEqual(lines);
});

test.each<[string, () => string | Uint8Array, string]>([
  ["a line of 300,000 characters", () => "夜の声が聞こえる".repeat(37_500), "a.txt"],
  ["a line of emoji", () => "あ👪".repeat(60_000), "a.txt"],
  ["500,000 lines", () => "あ\n\n".repeat(500_000), "a.txt"],
  [
    "a book that repeats its chapter",
    () => makeEpub([`<p>${text}</p>`.repeat(100)], { spine: Array(1500).fill(0) }),
    "a.epub",
  ],
])("of %s as much is read as of any source, in paragraphs that can be chosen", async (_, make, name) => {
  const { blocks, isTruncated } = await read(make(), name);
  expect(isTruncated).toBe(true);
  const lengths = blocks.map((block) => [...block.text].length);
  const characters = lengths.reduce((sum, length) => sum + length, 0);
  expect(characters > maxSourceCharacters - 1000 || blocks.length === maxSourceBlocks).toBe(true);
  expect(characters).toBeLessThanOrEqual(maxSourceCharacters);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(1000);
  expect(blocks.every((block) => block.text.isWellFormed())).toBe(true);
});

test.each<[string, () => string | Uint8Array, string]>([
  ["30,000 elements in one another", () => `<html>${"<div>".repeat(30_000)}<p>${text}`, "a.html"],
  [
    "5,000 tables in one another",
    () => makeDocx(`${"<w:tbl><w:tr><w:tc>".repeat(5_000)}${wordParagraph(text)}`),
    "a.docx",
  ],
  ["20,000 quotations in one another", () => `${"> ".repeat(20_000)}${text}`, "a.md"],
  ["20,000 list items in one another", () => `<html>${"<ul><li>".repeat(20_000)}${text}`, "a.html"],
  [
    "10,000 spans in one another",
    () => makeOdt(`<text:p>${"<text:span>".repeat(10_000)}${text}${"</text:span>".repeat(10_000)}</text:p>`),
    "a.odt",
  ],
  [
    "links, comments and notes without an end",
    () =>
      `${["[", "[](", "![](", "<!--", "［＃", "［＃大見出し］"].map((sign) => sign.repeat(15_000)).join("\n\n")}\n\n${text}`,
    "a.md",
  ],
  ["an attribute of 5 MB", () => `<html><p title="${"x".repeat(5_000_000)}">${text}`, "a.html"],
])("%s do not break the reader", async (_, make, name) => {
  expect((await read(make(), name)).blocks.map((block) => block.text)).toEqual([text]);
});

const inProcess = (
  content: string | Uint8Array,
  name: string,
  limits: { maxBytes?: number; timeoutMs?: number } = {},
) => readSourceInProcess({ bytes: bytesOf(content), file: { name } }, { limits });

test("a process reads a source, and is killed for memory and time", async () => {
  expect(await inProcess(text, "夜.txt")).toEqual({
    name: "夜.txt",
    source: {
      kind: "text",
      title: "",
      blocks: [{ kind: "paragraph", text }],
      omitted: [],
      isTruncated: false,
    },
  });
  await expect(inProcess("", "a.txt")).rejects.toMatchObject({ reason: "empty" });
  // Unpacks to 150 MB of drawing, and a buffer that grows by doubling.
  const bomb = deflateSync(Buffer.alloc(150_000_000, "0 0 m "), { level: 1 });
  const drawn = makePdf([[]], { content: { dictionary: "/Filter/FlateDecode", bytes: bomb } });
  await expect(inProcess(drawn, "a.pdf", { maxBytes: 250_000_000 })).rejects.toMatchObject({
    reason: "too-costly",
  });
  await expect(inProcess(drawn, "a.pdf", { timeoutMs: 500 })).rejects.toMatchObject({ reason: "too-costly" });
});

test("a sent file's name is one that Postgres takes, and is cut between two characters", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "mugen-form-"));
  const filename = `a\0${"𠮷".repeat(200)}.txt`;
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`;
  await writeFile(path.join(folder, "form"), `${head}${text}\r\n--b--\r\n`);
  const form = await open(path.join(folder, "form"));
  const input = { formFd: form.fd, contentType: "multipart/form-data; boundary=b", field: "file" };
  expect((await readSourceInProcess(input)).name).toBe(`a${"𠮷".repeat(199)}`);
  await form.close();
  await rm(folder, { recursive: true });
});
