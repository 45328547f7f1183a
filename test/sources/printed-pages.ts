/** Pages as a browser prints them to PDF (`print-pdfs.ts`). */
interface PrintedPage {
  html: string;
  css?: string;
  /** A running head; with it come page numbers. */
  head?: string;
}

/** Sentences of a novel's length, all different. */
const sentences = (count: number) =>
  Array.from(
    { length: count },
    (_, at) =>
      `第${kanji(1 + at)}の町では、朝の市場に野菜と魚が並び、昼には広場で楽器を鳴らす人がいて、夜は港の灯りが水面に映ります。`,
  );

const digits = "〇一二三四五六七八九";
const kanji = (number: number) => [...String(number)].map((digit) => digits[Number(digit)]).join("");

/** Of two sentences each. */
const paragraphs = (count: number) => {
  const all = sentences(count);
  return Array.from({ length: Math.ceil(count / 2) }, (_, at) => all.slice(2 * at, 2 * at + 2).join(""));
};
const asHtml = (texts: readonly string[]) => texts.map((text) => `<p>${text}</p>`).join("");

export const articleParagraphs = paragraphs(24);
export const columnParagraphs = paragraphs(40);
export const verticalParagraphs = paragraphs(16);
export const poem = [
  "白い息が",
  "窓に名前を書いて",
  "すぐに消える",
  "朝の光だけが",
  "部屋の床に残り",
  "だれもいない",
];

export const printedPages: Record<string, PrintedPage> = {
  /** Headings, ruby, a list, a table, a caption, footnotes, running heads and page numbers over pages. */
  article: {
    head: "町の記録　第三号",
    html: `<h1>町をめぐる</h1><h2>はじめに</h2>
      <p>わたしは<ruby>銀河<rt>ぎんが</rt></ruby>という名の町に住み、<ruby>図書館<rt>としょかん</rt></ruby>で働いています。毎朝八時に鍵を開け、夜の七時に閉めるまで、本を借りにくる人を待つのが仕事です。<sup>1</sup></p>
      ${asHtml(articleParagraphs.slice(0, 3))}
      <ul><li>朝の市場を歩く</li><li>昼の広場で休む</li></ul>
      <table border="1" style="break-inside:avoid"><tr><th>年</th><th>人数</th></tr><tr><td>2024</td><td>120</td></tr><tr><td>2025</td><td>135</td></tr></table>
      <div style="font-size:8pt">図1　町の地図</div>
      <h2>町の一日</h2>
      ${asHtml(articleParagraphs.slice(3))}
      <p lang="en" style="hyphens:manual;width:8cm">The extraordinary responsi&shy;bilities of inter&shy;national organi&shy;sations, particu&shy;larly regard&shy;ing environ&shy;mental sustain&shy;ability, require comprehen&shy;sive collabo&shy;ration.</p>
      <div style="position:absolute;top:calc(170mm - 9mm);font-size:7.5pt">1 町の図書館は、昭和のはじめに建てられた。</div>`,
  },
  /** Two columns below a heading. */
  columns: {
    head: "会報",
    html: `<h1>二段の会報</h1><div style="columns:2;column-gap:8mm">${asHtml(columnParagraphs)}</div>`,
  },
  /** Vertical lines from right to left, with ruby, page after page. */
  vertical: {
    head: "縦書きの本",
    css: "html{writing-mode:vertical-rl}",
    html: `<h1>港の話</h1><p>わたしは<ruby>銀河<rt>ぎんが</rt></ruby>という船で「灯台」を見ました。それは一〇〇年前に建てられたものです。</p>${asHtml(verticalParagraphs)}`,
  },
  /** Lines that end where their writer ended them. */
  poem: { html: `<h1>朝</h1>${poem.map((line) => `<div>${line}</div>`).join("")}` },
};
