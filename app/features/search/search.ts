export const searchKinds = ["people", "playlists"] as const;
export type SearchKind = (typeof searchKinds)[number];

/** The path of a search for words, a category or both; with `kind` for people or playlists alone. A category has no people. */
export function searchPath(o: { query?: string; category?: string | null; kind?: SearchKind }): string {
  const { query, category, kind } = o;
  const parameters = new URLSearchParams();
  if (query) parameters.set("search", query);
  if (category) parameters.set("category", category);
  if (kind) parameters.set("kind", kind);
  return query || category ? `/search?${parameters}` : "/search";
}

export const maxQueryLength = 100;

/** Cleans a query or category of a URL: no NUL, trimmed, cut. Null gives "". */
export function parseQuery(text: string | null): string {
  return Array.from((text ?? "").replaceAll("\0", "").trim())
    .slice(0, maxQueryLength)
    .join("");
}
