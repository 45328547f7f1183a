import { normalizeUnicode } from "#app/lib/normalize-unicode.ts";
import { parseScript, type Turn } from "./script.ts";

/**
 * The turns of a cleaned text that already is a script: its first line, or lines of both speakers, have speaker marks. Null for
 * any other text.
 */
export function readOwnTurns(text: string): Turn[] | null {
  const marks = text.match(/^\s*[AＡBＢ][:：]/gmu) ?? [];
  const speakers = new Set(marks.map((mark) => normalizeUnicode(mark, "NFKC").trim().charAt(0)));
  if (speakers.size < 2 && !/^[AＡBＢ][:：]/u.test(text)) return null;
  const turns = parseScript(text);
  return turns.length === 0 ? null : turns;
}
