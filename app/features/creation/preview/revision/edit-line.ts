import { formatScript, maxScriptLength, parseScript } from "#app/engines/script/script.ts";
import { Conflict, Invalid } from "#app/features/domain-error.ts";
import { revisionMessages } from "./revision.ts";

/**
 * A script with other words in one of its lines, which stays one line of the same voice. Throws `Invalid` for words that would
 * make it others or too long, and `Conflict` for a line that it does not have.
 */
export function editLine(script: string, { line, text }: { line: number; text: string }): string {
  const turns = parseScript(script);
  const turn = turns[line];
  if (!turn) throw new Conflict(revisionMessages.stale);
  const words = text.replace(/\s*\n\s*/gu, "\n").trim();
  if (words === turn.text) return script;
  const [alone, ...others] = parseScript(words);
  if (alone?.text !== words || others.length > 0) throw new Invalid({ text: [revisionMessages.marked] });
  const changed = formatScript(turns.with(line, { ...turn, text: words }));
  if ([...changed].length > maxScriptLength) throw new Invalid({ text: [revisionMessages.tooLong] });
  return changed;
}
