import { formatScript, maxScriptLength, parseScript, type Turn } from "#app/engines/script/script.ts";
import { Conflict, Invalid } from "#app/features/domain-error.ts";
import { isSpeakable } from "../../creation.ts";
import { revisionMessages } from "./revision.ts";

/**
 * Replaces a line's words; takes an emptied line out. Throws `Invalid` if it would become other lines or too long, or if
 * nothing to speak would be left, `Conflict` if missing.
 */
export function editLine(script: string, { line, text }: { line: number; text: string }): string {
  const turns = parseScript(script);
  const turn = turns[line];
  if (!turn) throw new Conflict(revisionMessages.stale);
  const words = text.replace(/\s*\n\s*/gu, "\n").trim();
  if (words === turn.text) return script;
  if (words === "") return formatScript(withoutTurn(turns, line));
  const [alone, ...others] = parseScript(words);
  if (alone?.text !== words || others.length > 0) throw new Invalid({ text: [revisionMessages.marked] });
  const changed = formatScript(turns.with(line, { ...turn, text: words }));
  if ([...changed].length > maxScriptLength) throw new Invalid({ text: [revisionMessages.tooLong] });
  return changed;
}

/** The next turn gets the section that began with the one taken out, unless it begins its own. */
function withoutTurn(turns: readonly Turn[], line: number): Turn[] {
  const { speaker: _speaker, text: _text, ...opening } = turns[line] ?? {};
  const next = turns[line + 1];
  const left = (next ? turns.with(line + 1, { ...opening, ...next }) : turns).toSpliced(line, 1);
  if (!left.some(({ text }) => isSpeakable(text))) throw new Invalid({ text: [revisionMessages.last] });
  return left;
}
