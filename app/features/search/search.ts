/** What a search can be for instead of tracks. */
export const searchKinds = ["people", "playlists"] as const;
export type SearchKind = (typeof searchKinds)[number];

/** The path of a search for words, a category, or words within a category; with `kind` for people or playlists. */
export function searchPath(o: { query?: string; category?: string | null; kind?: SearchKind }): string {
  const { query, category, kind } = o;
  const parameters = new URLSearchParams();
  if (query) parameters.set("search", query);
  if (category) parameters.set("category", category);
  if (query && kind) parameters.set("kind", kind);
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
