import { expect, test } from "vitest";
import {
  makeDocx,
  makeEpub,
  makeOdt,
  makePdf,
  type PdfText,
  pdfLines,
  wordParagraph,
} from "#test/sources/make-sources.ts";
import { readSource } from "./read-source.ts";
import type { SourceBlock } from "./source.ts";

/** `# 見出し`, `- 項目` and paragraphs, one a line. */
const shown = (blocks: readonly SourceBlock[]) =>
  blocks.map(({ kind, level = 0, text }) => {
    return (kind === "heading" ? `${"#".repeat(level)} ` : kind === "listItem" ? "- " : "") + text;
  });

const read = async (content: string | Uint8Array, name: string) => {
  const { blocks, ...source } = await readSource(
    typeof content === "string" ? Buffer.from(content) : content,
    {
      name,
    },
  );
  return { ...source, lines: shown(blocks) };
};

const long = "夜のラジオには、昼とはちがう時間が流れています。聞く人は少なくても、声は遠くまで届くのです。";

test("a text has paragraphs at blank lines and indents, headings and items by their signs", async () => {
  const text = `■ はじめに\n\n${long}\nつづきの行です。\n\n　字下げの段落です。\n　もう一つの段落です。\n\n・ひとつめ\n1. ふたつめ\n\n1.5倍になった。\n- 12 -\n`;
  expect(await read(text, "a.txt")).toEqual({
    kind: "text",
    title: "はじめに",
    isTruncated: false,
    omitted: ["pageNumbers"],
    lines: [
      "## はじめに",
      `${long}\nつづきの行です。`,
      "字下げの段落です。",
      "もう一つの段落です。",
      "- ひとつめ",
      "- ふたつめ",
      "1.5倍になった。",
    ],
  });
});

test("lines that were wrapped at a width are one paragraph again", async () => {
  const wrapped = [...Array(6)]
    .map(() => "この行は三十字ほどのところで折り返されていて次の行に続いている")
    .join("\n");
  const { lines } = await read(`${wrapped}おわり。\nつぎの段落は、ここから始まります。`, "a.txt");
  expect(lines).toEqual([`${wrapped.replaceAll("\n", "")}おわり。`, "つぎの段落は、ここから始まります。"]);
});

test("a file of Aozora Bunko keeps its readings and loses its notes", async () => {
  const text = `星の話\n作者の名\n\n${"-".repeat(55)}\n【テキスト中に現れる記号について】\n\n《》：ルビ\n（例）銀河《ぎんが》\n${"-".repeat(55)}\n\n　　　　一　午后の授業［＃「一　午后の授業」は大見出し］\n\n　｜天の川《あまのがわ》と銀河《ぎんが》のこと［＃「こと」に傍点］を話した。\n\n\n底本：「星の本」\n入力：だれか\n`;
  const { title, lines } = await read(text, "hoshi.txt");
  expect(title).toBe("星の話");
  expect(lines).toEqual([
    "星の話\n作者の名",
    "# 一　午后の授業",
    "｜天の川《あまのがわ》と｜銀河《ぎんが》のことを話した。",
  ]);
});

test("Markdown", async () => {
  const text =
    "---\ntitle: 夜の本\n---\n# 見出し\n\n**強い**語と[リンク](https://example.jp/)。[^1]\n\n> 引用の文\n\n```js\nlet a = 1;\n```\n\n| 年 | 数 |\n|---|---|\n| 1 | 2 |\n\n- 項目\n\n小さな題\n---\n\n<ruby>東京<rt>とうきょう</rt></ruby>へ。\n\n[^1]: 注の文\n";
  expect(await read(text, "a.md")).toEqual({
    kind: "markdown",
    title: "夜の本",
    isTruncated: false,
    omitted: ["code", "tables", "footnotes"],
    lines: ["# 見出し", "強い語とリンク。", "引用の文", "- 項目", "## 小さな題", "｜東京《とうきょう》へ。"],
  });
});

test("a page of HTML is its text: no menus, forms, hidden parts, tables of data, notes and captions", async () => {
  const html = `<!doctype html><html><head><title>夜の話 | サイト</title><style>p{}</style></head><body>
    <nav><a href="/">ホーム</a></nav><aside>広告です。</aside>
    <main><h1>夜の<br>話</h1><p>一行目は
    ここで折れる。<sup><a href="#n1">1</a></sup>10<sup>2</sup>メートル。</p>
    <p hidden>隠れた文。</p><p style="display: none">これも。</p>
    <p><ruby>東<rp>(</rp><rt>とう</rt><rp>)</rp>京<rt>きょう</rt></ruby>と<ruby>注<rt>・</rt></ruby>と<ruby>学<rt>xué</rt></ruby>。${long}</p>
    <figure><img alt="絵"><figcaption>図の説明</figcaption></figure>
    <table><tr><th>年</th></tr><tr><td>2026</td><td>12</td></tr></table>
    <ul><li>項目一</li><li>項目二<ul><li>中の項目</li></ul></li></ul>
    <div class="footnotes"><p>注の文。</p></div>
    </main><form><p>検索</p></form><footer>著作権</footer></body></html>`;
  expect(await read(html, "page.html")).toEqual({
    kind: "html",
    title: "夜の話 | サイト",
    isTruncated: false,
    omitted: ["captions", "tables", "footnotes"],
    lines: [
      "# 夜の 話",
      "一行目はここで折れる。102メートル。",
      `｜東京《とうきょう》と注と学。${long}`,
      "- 項目一",
      "- 項目二",
      "- 中の項目",
    ],
  });
});

test("an old page whose table lays out its text is read", async () => {
  const html = `<table><tr><td>${long}<br><br>${long}</td></tr></table><ul><li><a href="/">ほかのページ</a></li></ul>`;
  expect((await read(html, "old.htm")).lines).toEqual([long, long]);
});

test("a document of Word", async () => {
  const table = `<w:tbl><w:tr><w:tc>${wordParagraph("年")}</w:tc><w:tc>${wordParagraph("数")}</w:tc></w:tr></w:tbl>`;
  const ruby =
    '<w:p><w:r><w:ruby><w:rubyPr/><w:rt><w:r><w:t>ぎんが</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>銀河</w:t></w:r></w:rubyBase></w:ruby></w:r><w:r><w:t>を見る。</w:t><w:footnoteReference w:id="2"/></w:r></w:p>';
  const changed =
    "<w:p><w:del><w:r><w:delText>消した</w:delText></w:r></w:del><w:r><w:rPr><w:vanish/></w:rPr><w:t>隠した</w:t></w:r><w:ins><w:r><w:t>残した文。</w:t></w:r></w:ins></w:p>";
  const item = '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/></w:numPr></w:pPr><w:r><w:t>項目</w:t></w:r></w:p>';
  const bytes = makeDocx(
    [
      wordParagraph("目次の行 1", "TOC1"),
      wordParagraph("第一章", "Heading1"),
      wordParagraph("A &amp; B の話。"),
      ruby,
      table,
      wordParagraph("図1 絵", "Caption"),
      changed,
      item,
    ].join(""),
    { title: "夜の本" },
  );
  expect(await read(bytes, "a.docx")).toEqual({
    kind: "docx",
    title: "夜の本",
    isTruncated: false,
    omitted: ["footnotes", "tables", "captions"],
    lines: ["# 第一章", "A & B の話。", "｜銀河《ぎんが》を見る。", "残した文。", "- 項目"],
  });
});

test("a text of OpenDocument", async () => {
  const bytes = makeOdt(
    '<text:h text:outline-level="2">第二章</text:h><text:p>夜の<text:s/>話<text:note><text:note-body><text:p>注</text:p></text:note-body></text:note>。<text:ruby><text:ruby-base>銀河</text:ruby-base><text:ruby-text>ぎんが</text:ruby-text></text:ruby></text:p><table:table><table:table-row><table:table-cell><text:p>1</text:p></table:table-cell><table:table-cell><text:p>2</text:p></table:table-cell></table:table-row></table:table><text:list><text:list-item><text:p>項目</text:p></text:list-item></text:list>',
    { title: "題" },
  );
  expect(await read(bytes, "a.odt")).toEqual({
    kind: "odt",
    title: "題",
    isTruncated: false,
    omitted: ["footnotes", "tables"],
    lines: ["## 第二章", "夜の 話。｜銀河《ぎんが》", "- 項目"],
  });
});

test("a book, in its reading order", async () => {
  const bytes = makeEpub(
    [
      '<p>後の章。<aside epub:type="footnote">注</aside></p>',
      "<h1>一</h1><p><ruby><rb>銀河</rb><rt>ぎんが</rt></ruby>の駅。<br/>次の行。</p>",
    ],
    { title: "星の本", spine: [1, 0] },
  );
  expect(await read(bytes, "a.epub")).toEqual({
    kind: "epub",
    title: "星の本",
    isTruncated: false,
    omitted: ["footnotes"],
    lines: ["# 一", "｜銀河《ぎんが》の駅。\n次の行。", "後の章。"],
  });
});

test("a PDF: paragraphs over lines and pages, headings, ruby; no page numbers, running heads, notes", async () => {
  const full = "この行は紙の端まで文字が並んでいて次の行へそのまま続いていくので";
  const page = (number: number, lines: PdfText[]): PdfText[] => [
    { text: "夜の本", x: 60, y: 40, size: 8 },
    ...lines,
    { text: `- ${number} -`, x: 290, y: 815, size: 8 },
  ];
  const bytes = makePdf([
    page(1, [
      { text: "第一章　銀河", x: 60, y: 90, size: 18 },
      ...pdfLines([full, `${full.slice(0, 10)}終わる。`]),
      { text: "ぎんが", x: 70, y: 145, size: 5 },
      ...pdfLines(["　銀河の段落が始まり、この行も端まで続いていて次のページへ渡る"], { y: 152 }),
      { text: "1) 注の文。", x: 60, y: 780, size: 7 },
    ]),
    page(2, pdfLines(["途中の文である。"], { y: 90 })),
    page(3, pdfLines(["・項目です", "　最後の段落。"], { y: 90 })),
  ]);
  expect(await read(bytes, "a.pdf")).toEqual({
    kind: "pdf",
    title: "第一章 銀河",
    isTruncated: false,
    omitted: ["pageNumbers", "footnotes"],
    lines: [
      "# 第一章 銀河",
      `${full}${full.slice(0, 10)}終わる。`,
      "｜銀河《ぎんが》の段落が始まり、この行も端まで続いていて次のページへ渡る途中の文である。",
      "- 項目です",
      "最後の段落。",
    ],
  });
});

test("a PDF in Shift_JIS, whose table is not in the file", async () => {
  const encode = (text: string) =>
    [...text].map((letter) => ({ 夜: "96e9", の: "82cc", 声: "90ba" })[letter]).join("");
  const bytes = makePdf([pdfLines(["夜の声夜の声夜の声夜の声"])], { encoding: "90ms-RKSJ-H", encode });
  expect((await read(bytes, "a.pdf")).lines).toEqual(["夜の声夜の声夜の声夜の声"]);
});

test("a vertical PDF is read from right to left, with its ruby", async () => {
  const columns = ["銀河の駅に着いたころには夜も", "更けていた。"].map((text, at) => ({
    text,
    x: 500 - 20 * at,
    y: 100,
  }));
  const bytes = makePdf([[...columns, { text: "ぎんが", x: 509, y: 100, size: 5 }]], {
    encoding: "UniJIS-UTF16-V",
  });
  expect((await read(bytes, "a.pdf")).lines).toEqual([
    "｜銀河《ぎんが》の駅に着いたころには夜も更けていた。",
  ]);
});
