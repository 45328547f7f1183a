import { Parser } from "htmlparser2";
import type { BlockCollector } from "./block-collector.ts";
import { TextFlow } from "./text-flow.ts";

const skipped = new Set(
  "script style template noscript head svg math nav footer aside form button select textarea iframe object video audio canvas dialog menu rp".split(
    " ",
  ),
);
const headings = /^h([1-6])$/;
const paragraphs = new Set(
  "p div section article main header blockquote address dl dt dd ul ol li figure hr pre center td th tr body details summary hgroup".split(
    " ",
  ),
);
const voidTags = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
const footnote = /(?:^|[\s_-])(?:footnotes?|endnotes?|rearnotes?|noteref)(?:$|[\s_-])/;

const minMainLength = 100;

interface OpenTag {
  name: string;
  isSkipped: boolean;
  isMain: boolean;
}

/**
 * Reads HTML in chunks: headings, paragraphs, items, `<ruby>`. Navigation, forms, footers and bare links are dropped without a
 * word. Data tables, footnotes, captions and code are dropped and recorded.
 *
 * @param o.isBook a chapter: everything is text
 */
export class HtmlReader {
  title = "";
  readonly #flow = new TextFlow();
  readonly #open: OpenTag[] = [];
  readonly #parser: Parser;
  readonly #isBook: boolean;
  #skipDepth = 0;
  #mainDepth = 0;
  #linkDepth = 0;
  #inTitle = false;

  constructor(o: { isBook: boolean }) {
    this.#isBook = o.isBook;
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#begin(name, attributes),
        onclosetag: (name) => this.#end(name),
        ontext: (text) => this.#text(text),
      },
      { decodeEntities: true, recognizeSelfClosing: o.isBook },
    );
  }

  write(chunk: string): void {
    this.#parser.write(chunk);
  }

  /** Throws `SourceFull`. */
  end(collector: BlockCollector): void {
    this.#parser.end();
    const blocks = this.#flow.end();
    for (const part of this.#flow.omitted) collector.omit(part);
    const main = blocks.filter(({ isMain }) => isMain);
    const hasMain = main.reduce((length, { text }) => length + text.length, 0) >= minMainLength;
    const ofPage = hasMain ? main : blocks;
    for (const { isMain: _, linked, ...block } of this.#isBook ? blocks : ofPage) {
      const isLink = linked > 0.8 * block.text.length;
      if (this.#isBook || !isLink || (hasMain && block.kind === "heading")) collector.add(block);
    }
  }

  #begin(name: string, attributes: Record<string, string>): void {
    if (name === "title" && this.title === "") this.#inTitle = true;
    if (voidTags.has(name)) {
      this.#void(name);
      return;
    }
    const isSkipped = this.#isSkipped(name, attributes);
    const isMain = name === "main" || name === "article" || attributes.role === "main";
    this.#open.push({ name, isSkipped, isMain });
    if (isSkipped) this.#skipDepth++;
    if (isMain) this.#mainDepth++;
    if (this.#skipDepth > 0) return;
    const level = Number(headings.exec(name)?.[1] ?? 0);
    if (level > 0) this.#flow.begin({ kind: "heading", level, isMain: this.#mainDepth > 0 });
    else if (name === "table") this.#flow.beginTable();
    else if (name === "tr") this.#flow.row();
    else if (name === "ruby") this.#flow.beginRuby();
    else if (name === "rt") this.#flow.beginReading();
    else if (paragraphs.has(name)) {
      if (name === "th") this.#flow.headCell();
      if (name === "td" || name === "th") this.#flow.cell();
      this.#flow.begin({ kind: name === "li" ? "listItem" : "paragraph", isMain: this.#mainDepth > 0 });
    }
    if (name === "a") this.#linkDepth++;
    this.#flow.isLink = this.#linkDepth > 0;
  }

  #void(name: string): void {
    if (this.#skipDepth > 0) return;
    if (name === "br") this.#flow.lineBreak();
    if (name === "hr") this.#flow.begin({ kind: "paragraph", isMain: this.#mainDepth > 0 });
  }

  #isSkipped(name: string, attributes: Record<string, string>): boolean {
    if (name === "figcaption" || name === "caption") {
      this.#flow.omit("captions");
      return true;
    }
    const { class: className = "", role = "", id = "" } = attributes;
    const type = attributes["epub:type"] ?? "";
    if (footnote.test(`${type} ${role}`) || (name !== "body" && footnote.test(`${className} ${id}`))) {
      this.#flow.omit("footnotes");
      return true;
    }
    if (name === "code" && this.#open.at(-1)?.name === "pre") {
      this.#flow.omit("code");
      return true;
    }
    // A note's mark: a raised link.
    if (name === "a" && this.#open.at(-1)?.name === "sup") return true;
    // A chapter's heading may be in a header or aside.
    if (skipped.has(name)) return !(this.#isBook && (name === "aside" || name === "form"));
    if ("hidden" in attributes || attributes["aria-hidden"] === "true") return true;
    return /display\s*:\s*none/i.test(attributes.style ?? "");
  }

  #end(name: string): void {
    if (name === "title") this.#inTitle = false;
    if (voidTags.has(name)) return;
    const tag = this.#open.pop();
    if (!tag) return;
    if (tag.isMain) this.#mainDepth--;
    if (tag.isSkipped) {
      this.#skipDepth--;
      return;
    }
    if (this.#skipDepth > 0) return;
    if (name === "a") this.#linkDepth--;
    this.#flow.isLink = this.#linkDepth > 0;
    if (name === "table") this.#flow.endTable();
    else if (name === "ruby") this.#flow.endRuby();
    else if (name === "rt") this.#flow.endReading();
    else if (headings.test(name) || paragraphs.has(name))
      this.#flow.begin({ kind: "paragraph", isMain: this.#mainDepth > 0 });
  }

  #text(text: string): void {
    if (this.#inTitle) this.title += text.slice(0, 500);
    if (this.#skipDepth > 0) return;
    const isKept = this.#open.at(-1)?.name === "pre";
    this.#flow.add(isKept ? text : text.replace(/[ \t\f]*[\r\n][\s]*/g, "\r"));
  }
}
