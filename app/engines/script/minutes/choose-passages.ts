import type { Line } from "../read-blocks.ts";

export interface PassageFacts {
  kind: Line["kind"];
  role: Line["role"];
  paragraph: number;
  beginsParagraph: boolean;
  heading: number | null;
  nouns: readonly string[];
  seconds: number;
  isQuestion: boolean;
  isAnnouncing: boolean;
  /** Indexes of the passages without which this one is not understood. */
  needs: number[];
}

// A dull sentence is worth 1.
const worth = {
  first: 4,
  aside: -1.5,
  beginsParagraph: 1.2,
  early: 1,
  last: 1,
  title: 1.5,
  heading: 0.8,
  repeated: 1,
  focus: 9,
  focusSection: 5,
};
const maxCounted = 3;
/** Two sentences tell more than one of the same length. */
const lengthExponent = 0.8;

const countOf = (nouns: readonly string[], among: ReadonlySet<string>) =>
  Math.min(maxCounted, nouns.filter((noun) => among.has(noun)).length);

/** By place, title, headings, repeated nouns and focus. */
function worthOf(
  facts: readonly PassageFacts[],
  o: { title: ReadonlySet<string>; focus: ReadonlySet<string> },
): number[] {
  const frequency = new Map<string, number>();
  for (const { nouns } of facts)
    for (const noun of nouns) frequency.set(noun, (frequency.get(noun) ?? 0) + 1);
  const first = facts.findIndex(({ kind }) => kind !== "heading");
  const lastParagraph = facts.at(-1)?.paragraph;
  const paragraphs = Math.max(1, lastParagraph ?? 1);
  return facts.map((fact, at) => {
    const { nouns, kind, heading } = fact;
    // A heading is kept with the passages below it.
    if (kind === "heading") return 0;
    const above = new Set(heading === null ? [] : facts[heading]?.nouns);
    const repeated =
      nouns.reduce((sum, noun) => sum + Math.log2(frequency.get(noun) ?? 1), 0) / Math.max(3, nouns.length);
    // Shares no word with the rest.
    const isAside = nouns.every(
      (noun) => frequency.get(noun) === 1 && !o.title.has(noun) && !o.focus.has(noun),
    );
    return (
      (isAside ? worth.aside : 0) +
      1 +
      (at === first ? worth.first : 0) +
      (fact.beginsParagraph || facts[at - 1]?.kind === "heading" ? worth.beginsParagraph : 0) +
      worth.early * (1 - fact.paragraph / paragraphs) +
      (fact.paragraph === lastParagraph && fact.beginsParagraph ? worth.last : 0) +
      worth.title * countOf(nouns, o.title) +
      worth.heading * countOf(nouns, above) +
      worth.repeated * repeated +
      worth.focus * countOf(nouns, o.focus) +
      ([...above].some((noun) => o.focus.has(noun)) ? worth.focusSection : 0)
    );
  });
}

/**
 * Chooses passages of about `seconds`, in order: most interesting for their length first, each with what it needs, so that no
 * reference is lost. Deterministic.
 *
 * @param o.title nouns of the title
 * @param o.focus nouns of what the member wants
 */
export function choosePassages(
  facts: readonly PassageFacts[],
  o: { seconds: number; title: readonly string[]; focus: readonly string[] },
): number[] {
  const worths = worthOf(facts, { title: new Set(o.title), focus: new Set(o.focus) });
  const groups = facts.map((_, at) => neededBy(facts, at));
  const kept = new Set<number>();
  let total = 0;
  for (;;) {
    let best: { missing: number[]; seconds: number; ratio: number } | null = null;
    groups.forEach((group, at) => {
      if (kept.has(at) || facts[at]?.kind === "heading") return;
      const missing = group.filter((index) => !kept.has(index));
      const seconds = missing.reduce((sum, index) => sum + (facts[index]?.seconds ?? 0), 0);
      if (total + seconds > o.seconds) return;
      const value = missing.reduce((sum, index) => sum + (worths[index] ?? 0), 0);
      const ratio = value / Math.max(0.1, seconds) ** lengthExponent;
      if (!best || ratio > best.ratio) best = { missing, seconds, ratio };
    });
    const found = best as { missing: number[]; seconds: number } | null;
    if (!found) break;
    for (const index of found.missing) kept.add(index);
    total += found.seconds;
  }
  return [...kept].sort((one, other) => one - other);
}

export function neededBy(facts: readonly PassageFacts[], at: number): number[] {
  const group = new Set([at]);
  for (const index of group) for (const needed of facts[index]?.needs ?? []) group.add(needed);
  return [...group];
}
