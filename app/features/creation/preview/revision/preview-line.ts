import { parseScript } from "#app/engines/script/script.ts";
import type { Cue } from "#app/features/tracks/track.ts";
import { groupByTurn } from "#app/features/tracks/transcript/cues.ts";
import type { StoredPreview } from "#db/schema/index.ts";
import type { PreviewLine } from "../../creation-page.ts";

/** The lines of a spoken script, each from its first sentence to its last. */
export function linesOf(spoken: {
  script: string | null;
  cues: StoredPreview["cues"] | readonly Cue[];
}): PreviewLine[] {
  const cues = spoken.cues.map((cue, position) => ({ ...cue, turn: cue.turn ?? position }));
  const places = new Map(groupByTurn(cues).map((turn) => [turn[0].turn, turn]));
  return parseScript(spoken.script ?? "").map(({ speaker, text }, line) => ({
    speaker,
    text,
    startMs: places.get(line)?.[0].startMs ?? null,
    endMs: places.get(line)?.at(-1)?.endMs ?? null,
  }));
}
