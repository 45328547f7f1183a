import { formatScript, maxScriptLength, parseScript } from "#app/engines/script/script.ts";
import { Conflict, Invalid } from "#app/features/domain-error.ts";
import { revisionMessages } from "./revision.ts";

/** Replaces a line's words. Throws `Invalid` if it would become other lines or too long, `Conflict` if missing. */
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
