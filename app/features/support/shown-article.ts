import { formatDate } from "#app/lib/format-date.ts";
import type { Article, Section } from "./article.ts";

/** A text as its page shows it. */
export interface ShownArticle {
  path: string;
  title: string;
  lead: string;
  /** `YYYY-MM-DD`. */
  effectiveDay: string;
  effectiveText: string;
  sections: ShownSection[];
}

export type ShownSection = Pick<Section, "id" | "title" | "blocks">;

/** The text without what is only searched. */
export function shownArticle({ path, title, lead, effective, sections }: Article): ShownArticle {
  return {
    path,
    title,
    lead,
    effectiveDay: effective,
    effectiveText: formatDate(new Date(`${effective}T00:00:00+09:00`)),
    sections: sections.map(shownSection),
  };
}

export const shownSection = ({ id, title, blocks }: Section): ShownSection => ({ id, title, blocks });
