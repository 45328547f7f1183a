/** The longest query, in characters; what is longer is cut. */
export const longestQuery = 100;

/** A query or a category as an address has it, fit to be searched for. */
export function readQuery(text: string | null): string {
  return Array.from((text ?? "").replaceAll("\0", "").trim())
    .slice(0, longestQuery)
    .join("");
}
