import { and, desc, not, type SQL } from "drizzle-orm";
import { db } from "#db/client.ts";
import { labels } from "#db/schema/index.ts";
import { contains, foldText, startsWith } from "#db/search.ts";
import type { Category } from "./category.ts";

/** Of the most used ones, so many are asked whether they contain the text. */
const mostLookedThrough = 5000;

/**
 * Suggestions for what is being typed (spec 2 §5): categories whose name begins with it, then those that contain it, the
 * most used first, folded. All of them for an empty text.
 */
export async function searchCategories(options: { query: string; limit: number }): Promise<Category[]> {
  const { limit } = options;
  const query = foldText(options.query).trim();
  if (query === "") return mostUsed(undefined, limit);
  const begins = startsWith(labels.folded, query);
  const first = await mostUsed(begins, limit);
  if (first.length === limit) return first;
  const used = db
    .select({ name: labels.name, folded: labels.folded, usageCount: labels.usageCount, id: labels.id })
    .from(labels)
    .orderBy(desc(labels.usageCount), desc(labels.id))
    .limit(mostLookedThrough)
    .as("used");
  const others = await db
    .select({ name: used.name, usageCount: used.usageCount })
    .from(used)
    .where(and(contains(used.folded, query), not(startsWith(used.folded, query))))
    .orderBy(desc(used.usageCount), desc(used.id))
    .limit(limit - first.length);
  return [...first, ...others];
}

const mostUsed = (where: SQL | undefined, limit: number) =>
  db
    .select({ name: labels.name, usageCount: labels.usageCount })
    .from(labels)
    .where(where)
    .orderBy(desc(labels.usageCount), desc(labels.id))
    .limit(limit);
