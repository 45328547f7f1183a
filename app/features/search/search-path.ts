/** The address of a search; both together look for the words within the category. */
export function searchPath({ query, category }: { query?: string; category?: string | null }): string {
  const parameters = new URLSearchParams();
  if (query) parameters.set("search", query);
  if (category) parameters.set("category", category);
  return query || category ? `/search?${parameters}` : "/search";
}
