/** What can be asked for alone: `npm run bench -- scale lighthouse`. */
export const parts = [
  "start",
  "ranges",
  "pages",
  "calls",
  "plays",
  "polling",
  "lighthouse",
  "playlist",
  "admin",
  "scale",
  "audio",
] as const;

export type Part = (typeof parts)[number];

/** The parts that a command line names, all when it names none. Throws for what is none. */
export function askedParts(names: readonly string[]): ReadonlySet<Part> {
  const asked = names.map((name) => {
    const part = parts.find((known) => known === name);
    if (!part) throw new Error(`there is no part "${name}"; there are ${parts.join(", ")}`);
    return part;
  });
  return new Set(asked.length > 0 ? asked : parts);
}
