import { formatDate } from "#app/lib/format-date.ts";
import { startOfTokyoDay } from "#app/lib/tokyo-day.ts";

/** Links are written `[text](/path)`. */
export type Block =
  | string
  | { list: readonly string[] }
  | { steps: readonly string[] }
  | { pairs: readonly (readonly [name: string, text: string])[] };

export interface Section {
  /** Other sites link to this anchor: never change it. */
  id: string;
  title: string;
  blocks: readonly Block[];
  /** Other phrases by which people ask for it. Only the support chat uses them. */
  keywords?: readonly string[];
}

export interface Article {
  path: string;
  title: string;
  /** One or two sentences, also for search engines. */
  lead: string;
  /** `YYYY-MM-DD` in Asia/Tokyo; null for a page without an effective date. */
  effective: string | null;
  sections: readonly Section[];
}

/** With `to` it is a link to a path of this site. */
interface TextPart {
  text: string;
  to?: string;
}

/** Splits at links, which are written `[text](/path)`. */
export function parseLinks(text: string): TextPart[] {
  return text
    .split(/(\[[^\]]+\]\(\/[^)\s]*\))/)
    .filter(Boolean)
    .map((piece) => {
      const [, linkText, to] = /^\[([^\]]+)\]\((\/[^)\s]*)\)$/.exec(piece) ?? [];
      return linkText && to ? { text: linkText, to } : { text: piece };
    });
}

/** With `withPaths` a link becomes `「設定」（/settings）`. */
export function plainText(text: string, { withPaths = false } = {}): string {
  return parseLinks(text)
    .map((part) => (part.to && withPaths ? `「${part.text}」（${part.to}）` : part.text))
    .join("");
}

/** One line each, with their link syntax. */
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
  /** `day`: `YYYY-MM-DD`. */
  effective: { day: string; text: string } | null;
  sections: SectionView[];
}

export type SectionView = Pick<Section, "id" | "title" | "blocks">;

export function toArticleView({ path, title, lead, effective, sections }: Article): ArticleView {
  return {
    path,
    title,
    lead,
    effective: effective === null ? null : { day: effective, text: formatDate(startOfTokyoDay(effective)) },
    sections: sections.map(toSectionView),
  };
}

export const toSectionView = ({ id, title, blocks }: Section): SectionView => ({ id, title, blocks });
