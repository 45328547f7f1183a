/** Context and replacement (`$1`: what the pattern keeps). */
type HomographRule = readonly [pattern: RegExp, reading: string];

/** A word with what stands around it, and what is written instead. `漢` in the pattern stands for any kanji. */
export type ContextEntry = readonly [pattern: string, reading: string];

/** Rules of a table; its patterns are regular expressions. */
export function rulesOf(table: readonly ContextEntry[]): HomographRule[] {
  return table.map(([pattern, reading]) => [
    new RegExp(pattern.replaceAll("漢", "\\p{Script=Han}"), "gu"),
    reading,
  ]);
}
