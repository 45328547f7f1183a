/** `npm run bench -- scale lighthouse`. */
export const parts = [
  "start",
  "ranges",
  "assets",
  "pages",
  "calls",
  "dearest",
  "plays",
  "polling",
  "lighthouse",
  "press",
  "playlist",
  "admin",
  "scale",
  "audio",
  "fleet",
] as const;

export type Part = (typeof parts)[number];

const budgetParts: readonly Part[] = ["start", "ranges", "assets", "pages", "calls", "dearest"];

/** The named parts, all by default; `budget` names its own. Throws for unknown names. */
export function askedParts(names: readonly string[]): ReadonlySet<Part> {
  if (names.includes("budget")) return new Set(budgetParts);
  const asked = names.map((name) => {
    const part = parts.find((known) => known === name);
    if (!part) throw new Error(`there is no part "${name}"; there are ${parts.join(", ")}`);
    return part;
  });
  return new Set(asked.length > 0 ? asked : parts);
}
