import { parseScript } from "#app/engines/script/script.ts";
import { foldText } from "#db/search/text.ts";

/**
 * The searchable text of a track: title, poster, labels and the script as everybody may read it (`findPublicScripts`), folded (`foldText`), one per line. Without speaker
 * marks, which are in every script.
 */
export function searchTextOf(track: {
  title: string;
  poster: string;
  labels: readonly string[];
  script: string;
}): string {
  const texts = parseScript(track.script).map(({ text }) => text);
  return foldText([track.title, track.poster, ...track.labels, ...texts].join("\n"));
}
