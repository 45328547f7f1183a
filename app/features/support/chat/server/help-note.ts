import type { Section } from "../../articles/article.ts";

/** A short answer without a page of its own; `path` is the screen that it is about. */
export interface HelpNote extends Section {
  path: string;
}
