import { type ClaimKind, findClaims } from "#app/engines/fact-check/find-claims.ts";
import { hasNote, noteFor } from "#app/engines/fact-check/notes.ts";
import { isHostPhrase } from "./phrases.ts";
import { readBlocks } from "./read-blocks.ts";
import { formatScript, parseScript } from "./script.ts";

/**
 * Adds one sentence to a script, before the hosts say goodbye: that its claims were not checked. The member's own words stay
 * as they are: weakening what somebody is quoted with, or what a study is said to show, would be a new claim. A script
 * that has such a sentence stays unchanged.
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
  // In a reading there is one voice.
  const speaker = turns.some((turn) => turn.speaker === "B") ? "B" : "A";
  turns.splice(place, 0, { speaker, text: noteFor(kinds) });
  return formatScript(turns);
}
