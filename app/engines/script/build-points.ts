import { choosePassages, type PassageFacts } from "./minutes/choose-passages.ts";
import { nounsOf, readPassageFacts } from "./minutes/passage-facts.ts";
import { itemNumbers, pointsCount } from "./phrases.ts";
import type { Speaker, Turn } from "./script.ts";
import { joinSpoken, type ScriptContext, spokenText } from "./spoken-text.ts";

/** Of the text's characters; a short text keeps more. */
const keptShare = 0.35;
const minKept = 120;
/** A shorter sentence (「昼の青と、夕方の赤。」) makes no point. */
const minPoint = 15;

/**
 * 要点: the most telling sentences of the text, in order and unchanged, as numbered points that both hosts tell in turn. A point is a
 * sentence with those that it needs, or what was chosen below one heading.
 *
 * @param isChosen the member chose the sentences: none is left out
 */
export function buildPoints(context: ScriptContext, isChosen: boolean): Turn[] {
  const points = readPoints(context, isChosen);
  const turns: Turn[] = points.length > 1 ? [{ speaker: "B", text: pointsCount(points.length) }] : [];
  points.forEach((lines, at) => {
    const speaker: Speaker = at % 2 === 0 ? "A" : "B";
    const number = points.length > 1 ? (itemNumbers[at] ?? "") : "";
    const [first] = lines;
    const text = lines.reduce((said, index) => {
      const line = context.lines[index];
      if (!line) return said;
      const { number: _, ...unnumbered } = line;
      const spoken = spokenText(unnumbered, line.text, { isFirst: true, isVerse: false });
      return said === "" ? spoken : joinSpoken(said, spoken, { endsLine: line.kind !== "sentence" });
    }, "");
    const heading = first === undefined ? undefined : context.lines[first];
    const section = context.hasSections && heading?.kind === "heading" ? heading.text : undefined;
    turns.push({
      speaker,
      text: number + text,
      ...(turns.length > 0 ? { beginsParagraph: true } : {}),
      ...(section === undefined ? {} : { section }),
    });
  });
  return turns;
}

/** The lines of each point. */
function readPoints({ lines, words, title }: ScriptContext, isChosen: boolean): number[][] {
  const passages: { lines: { from: number; to: number } }[] = [];
  let from = 0;
  lines.forEach(({ continues }, at) => {
    if (continues && at < lines.length - 1) return;
    passages.push({ lines: { from, to: at + 1 } });
    from = at + 1;
  });
  const facts = readPassageFacts({ lines, words, passages, secondsOf: (text) => text.length });
  const length = facts.reduce((sum, { seconds }) => sum + seconds, 0);
  const nouns = [...new Set(words.flatMap(nounsOf))].filter((noun) => title?.includes(noun));
  const kept = isChosen
    ? passages.map((_, at) => at)
    : choosePassages(facts, {
        seconds: Math.max(minKept, length * keptShare),
        title: nouns,
        focus: [],
      });
  const points: number[][] = [];
  let point: number[] = [];
  // Nothing fits where the first sentence is a very long one.
  for (const at of kept.length > 0 ? kept : passages.map((_, index) => index)) {
    if (!belongsTo(point, at, facts)) {
      point = [];
      points.push(point);
    }
    point.push(at);
  }
  const lengthOf = (some: readonly number[]) => some.reduce((sum, at) => sum + (facts[at]?.seconds ?? 0), 0);
  const telling = points.filter((some) => isChosen || lengthOf(some) >= minPoint);
  return (telling.length > 0 ? telling : points).map((some) =>
    some.flatMap((at) => {
      const { from = 0, to = 0 } = passages[at]?.lines ?? {};
      return Array.from({ length: to - from }, (_, past) => from + past);
    }),
  );
}

function belongsTo(point: readonly number[], at: number, facts: readonly PassageFacts[]): boolean {
  const [last, fact] = [point.at(-1), facts[at]];
  if (last === undefined || !fact || fact.kind === "heading") return false;
  if (point.some((other) => fact.needs.includes(other) || facts[other]?.needs.includes(at))) return true;
  return fact.heading !== null && fact.heading === facts[last]?.heading;
}
