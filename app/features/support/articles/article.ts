import { formatDate } from "#app/lib/format-date.ts";

/** A block of a section: a paragraph, a list, numbered steps, or definitions. Links are written `[text](/path)`. */
export type Block =
  | string
  | { list: readonly string[] }
  | { steps: readonly string[] }
  | { pairs: readonly (readonly [name: string, text: string])[] };

export interface Section {
  /** Anchor on the page. Other sites link to it: never change it. */
  id: string;
  title: string;
  blocks: readonly Block[];
  /** Other phrases by which people ask for it. Searched by the support chat, never shown. */
  keywords?: readonly string[];
}

/** A text with a page of its own. */
export interface Article {
  path: string;
  title: string;
  /** One or two sentences, also for search engines. */
  lead: string;
  /** Effective date, `YYYY-MM-DD` in Asia/Tokyo. */
  effective: string;
  sections: readonly Section[];
}

/** A piece of text; with `to` it is a link to a path of this site. */
interface TextPart {
  text: string;
  to?: string;
}

/** Splits a text at its links, which are written `[text](/path)`. */
export function parseLinks(text: string): TextPart[] {
  return text
    .split(/(\[[^\]]+\]\(\/[^)\s]*\))/)
    .filter(Boolean)
    .map((piece) => {
      const [, linkText, to] = /^\[([^\]]+)\]\((\/[^)\s]*)\)$/.exec(piece) ?? [];
      return linkText && to ? { text: linkText, to } : { text: piece };
    });
}

/** The text without link syntax. With `withPaths` a link becomes `「設定」（/settings）`. */
export function plainText(text: string, { withPaths = false } = {}): string {
  return parseLinks(text)
    .map((part) => (part.to && withPaths ? `「${part.text}」（${part.to}）` : part.text))
    .join("");
}

/** The paragraphs and list items of blocks, one line each, with their link syntax. */
export function blockLines(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (typeof block === "string") return [block];
    if ("list" in block) return block.list.map((line) => `・${line}`);
    if ("steps" in block) return block.steps.map((line, step) => `${step + 1}. ${line}`);
    return block.pairs.map(([name, text]) => `・${name}：${text}`);
  });
}

export interface ArticleView {
  path: string;
  title: string;
  lead: string;
  /** `YYYY-MM-DD`. */
  effectiveDay: string;
  effectiveText: string;
  sections: SectionView[];
}

export type SectionView = Pick<Section, "id" | "title" | "blocks">;

/** The article without its search keywords. */
export function toArticleView({ path, title, lead, effective, sections }: Article): ArticleView {
  return {
    path,
    title,
    lead,
    effectiveDay: effective,
    effectiveText: formatDate(new Date(`${effective}T00:00:00+09:00`)),
    sections: sections.map(toSectionView),
  };
}

export const toSectionView = ({ id, title, blocks }: Section): SectionView => ({ id, title, blocks });
