import { parseScript, type Turn } from "#app/engines/script/script.ts";
import { withoutPlaceReadings } from "#app/lib/place-readings.ts";
import type { ScriptLine } from "./evidence.ts";

const maxLineLength = 160;
const litOffset = 40;

export const linesOf = (script: string): Turn[] => parseScript(withoutPlaceReadings(script));

/** Cuts a line around its lit part. `quotes`: lit where they stand in the line. */
export function lightLine({ speaker, text }: Turn, quotes: readonly string[]): ScriptLine {
  const found = quotes
    .map((quote) => ({ start: text.indexOf(quote), end: text.indexOf(quote) + quote.length }))
    .filter(({ start, end }) => start >= 0 && end > start)
    .sort((a, b) => a.start - b.start);
  const first = found[0]?.start ?? 0;
  const from = first + litOffset > maxLineLength ? first - litOffset : 0;
  const to = Math.max(from + maxLineLength, found[0]?.end ?? 0);
  const pieces: ScriptLine["pieces"] = from > 0 ? [{ text: "…", isLit: false }] : [];
  let at = from;
  for (const { start, end } of found) {
    if (start < at || start >= to) continue;
    if (start > at) pieces.push({ text: text.slice(at, start), isLit: false });
    pieces.push({ text: text.slice(start, end), isLit: true });
    at = end;
  }
  if (at < to && at < text.length) pieces.push({ text: text.slice(at, to).toWellFormed(), isLit: false });
  if (to < text.length) pieces.push({ text: "…", isLit: false });
  return { speaker, pieces };
}
