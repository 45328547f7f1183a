import { type ClaimKind, findClaims } from "#app/engines/fact-check/find-claims.ts";
import { hasNote, noteFor } from "#app/engines/fact-check/notes.ts";
import { isHostPhrase } from "./phrases.ts";
import { readBlocks } from "./read-blocks.ts";
import { formatScript, parseScript, type Turn } from "./script.ts";

/**
 * Adds that claims are unchecked, before the goodbyes, once. The member's words stay: weakening a quotation or study would be a
 * new claim.
 */
export function reviseScript(script: string): string {
  if (hasNote(script)) return script;
  const turns = parseScript(script);
  const kinds = new Set<ClaimKind>();
  for (const turn of turns) {
    for (const claim of findClaims(readBlocks(turn.text).map((line) => line.text)))
      for (const kind of claim.kinds) kinds.add(kind);
  }
  let place = turns.length;
  while (place > 1 && isHostPhrase(turns[place - 1]?.text ?? "")) place--;
  const note: Turn = { speaker: "A", text: noteFor(kinds) };
  const goodbyes = turns.slice(place);
  // One voice in a reading; else the other host says it, and goodbyes alternate.
  const isShared = turns.some((turn) => turn.speaker === "B");
  let last = turns[place - 1]?.speaker ?? "B";
  const added = [note, ...goodbyes].map((turn) => {
    last = isShared && last === "A" ? "B" : "A";
    return { ...turn, speaker: last };
  });
  return formatScript([...turns.slice(0, place), ...added]);
}
