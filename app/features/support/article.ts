/**
 * A part of a text: a paragraph, a list, steps in their order, or names with what is said of them. Links are written
 * `[words](/path)` (`linked-parts.ts`).
 */
export type Block =
  | string
  | { list: readonly string[] }
  | { steps: readonly string[] }
  | { pairs: readonly (readonly [name: string, text: string])[] };

export interface Section {
  /** Its anchor on the page: links from outside lead there, so it stays as it is. */
  id: string;
  title: string;
  blocks: readonly Block[];
  /** Other words by which people ask for it. They are searched and never shown. */
  asks?: readonly string[];
}

/** A text with its own page. */
export interface Article {
  path: string;
  title: string;
  /** One or two sentences, also for search engines. */
  lead: string;
  /** In force since this day, `YYYY-MM-DD` in Asia/Tokyo. */
  effective: string;
  sections: readonly Section[];
}
