import { foldText } from "#db/search.ts";
import { parseScript } from "../creation/script-turns.ts";

/**
 * What the search reads of a track: title, poster, labels and what is said, folded (decisions, "Tracks"). Without the
 * marks of the speakers, which stand in every script.
 */
export function searchTextOf(track: {
  title: string;
  poster: string;
  labels: readonly string[];
  script: string;
}): string {
  const said = parseScript(track.script).map(({ text }) => text);
  return foldText([track.title, track.poster, ...track.labels, ...said].join("\n"));
}
