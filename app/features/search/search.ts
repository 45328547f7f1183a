/** The path of a search for words, a category, or words within a category. */
export function searchPath({ query, category }: { query?: string; category?: string | null }): string {
  const parameters = new URLSearchParams();
  if (query) parameters.set("search", query);
  if (category) parameters.set("category", category);
  return query || category ? `/search?${parameters}` : "/search";
}

/** Max characters of a query; longer ones are cut. */
export const maxQueryLength = 100;

/** Cleans a query or category from a URL: without NUL, trimmed, cut to the max length. Null gives an empty string. */
export function parseQuery(text: string | null): string {
  return Array.from((text ?? "").replaceAll("\0", "").trim())
    .slice(0, maxQueryLength)
    .join("");
}
