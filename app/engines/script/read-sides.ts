import type { Line } from "./read-blocks.ts";
import type { Speaker, Turn } from "./script.ts";
import { joinSpoken, type ScriptContext, spokenText } from "./spoken-text.ts";

type Side = "for" | "against";

const words: Readonly<Record<Side, string>> = {
  for: "賛成|肯定|推進|メリット|利点|長所|[良よい]い(?:点|ところ|面)|強み",
  against: "反対|否定|慎重|デメリット|欠点|短所|悪い(?:点|ところ|面)|弱み|懸念|問題点|リスク|課題",
};
const named = { for: new RegExp(words.for, "u"), against: new RegExp(words.against, "u") };
const ofParagraph = (side: Side) =>
  new RegExp(
    `^(?:${words[side]})(?:派|側|意見|論)?[：:]|^[^。]{0,14}(?:${words[side]})(?:派|側|の立場|(?:の|する|という)(?:意見|声|人|側|住民|理由)|意見|論)|^[^。、]{0,8}(?:${words[side]})(?:は|として|には)`,
    "u",
  );
const begun = { for: ofParagraph("for"), against: ofParagraph("against") };
/** Characters that each side says at least. */
const minSaid = 10;

function sideOf(text: string, patterns: Readonly<Record<Side, RegExp>>): Side | null {
  // デメリット holds メリット.
  const without = text.replace(/デメリット/gu, "欠点");
  const [isFor, isAgainst] = [patterns.for.test(without), patterns.against.test(without)];
  return isFor === isAgainst ? null : isFor ? "for" : "against";
}

/**
 * For which side each line speaks, null for none; null for a text that does not hold both. A heading (賛成の理由, デメリット) counts for what
 * is below it, a paragraph's beginning (反対派は…, 賛成：) for the paragraph.
 */
export function findSides(lines: readonly Line[]): (Side | null)[] | null {
  let ofHeading: Side | null = null;
  let ofText: Side | null = null;
  const sides = lines.map((line, at) => {
    if (line.kind === "heading") {
      ofHeading = sideOf(line.text, named);
      ofText = null;
      return ofHeading;
    }
    if (lines[at - 1]?.paragraph !== line.paragraph) ofText = sideOf(line.text, begun);
    return ofText ?? ofHeading;
  });
  const said = (side: Side) =>
    lines.reduce(
      (sum, { kind, text }, at) => sum + (kind !== "heading" && sides[at] === side ? text.length : 0),
      0,
    );
  return said("for") >= minSaid && said("against") >= minSaid ? sides : null;
}

/** Lines that are said in one go. */
interface Chunk {
  side: Side | null;
  lines: number[];
}

/**
 * 討論: A tells the arguments for, B those against, in the text's words; A also the rest. Where one side's arguments follow the
 * other's, the hosts take turns, an argument each.
 */
export function buildDebate(context: ScriptContext, sides: readonly (Side | null)[]): Turn[] {
  const turns: Turn[] = [];
  for (const { side, lines } of takeTurns(readChunks(context.lines, sides))) {
    const speaker: Speaker = side === "against" ? "B" : "A";
    for (const at of lines) {
      const line = context.lines[at];
      if (!line) continue;
      const text = spokenText(line, line.text, { isFirst: true, isVerse: false });
      const last = turns.at(-1);
      const begins = line.kind !== "sentence" || line.paragraph !== context.lines[at - 1]?.paragraph;
      if (last?.speaker === speaker) last.text = joinSpoken(last.text, text, { endsLine: begins });
      else turns.push({ speaker, text });
    }
  }
  return turns;
}

/** Paragraphs and items, each with the heading above it. */
function readChunks(lines: readonly Line[], sides: readonly (Side | null)[]): Chunk[] {
  const chunks: Chunk[] = [];
  lines.forEach((line, at) => {
    const before = lines[at - 1];
    const side = sides[at] ?? null;
    const last = chunks.at(-1);
    const begins = line.kind !== "sentence" || before?.paragraph !== line.paragraph;
    if (last && last.side === side && (!begins || before?.kind === "heading")) last.lines.push(at);
    else chunks.push({ side, lines: [at] });
  });
  return chunks;
}

function takeTurns(chunks: readonly Chunk[]): Chunk[] {
  const order: Chunk[] = [];
  for (let at = 0; at < chunks.length; ) {
    const first = runFrom(chunks, at);
    const second = runFrom(chunks, at + first.length);
    if (first[0]?.side && second[0]?.side) {
      for (let turn = 0; turn < Math.max(first.length, second.length); turn++)
        order.push(...[first[turn], second[turn]].filter((chunk) => chunk !== undefined));
      at += first.length + second.length;
    } else {
      order.push(...first);
      at += first.length;
    }
  }
  return order;
}

function runFrom(chunks: readonly Chunk[], from: number): Chunk[] {
  let to = from;
  while (to < chunks.length && chunks[to]?.side === chunks[from]?.side) to++;
  return chunks.slice(from, to);
}
