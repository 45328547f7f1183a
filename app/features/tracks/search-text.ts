import { foldText } from "#db/search.ts";

/** What the search reads of a track: title, poster, labels and script, folded (decisions, "Tracks"). */
export function searchTextOf(track: {
  title: string;
  poster: string;
  labels: readonly string[];
  script: string;
}): string {
  return foldText([track.title, track.poster, ...track.labels, track.script].join("\n"));
}
