import { expect, test } from "vitest";
import { makeDocx, makeEpub, makeOdt, makeZip, wordParagraph } from "#test/sources/make-sources.ts";
import { claimLength, docx, noise, pdf, text } from "#test/sources/night-text.ts";
import { readSource } from "./read-source.ts";

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
