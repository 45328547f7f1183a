import { parseScript, type Turn } from "#app/engines/script/script.ts";
import { officialTracks } from "#db/seed/official-tracks.ts";

export const characters = 2000;

/** Of the seed's scripts, up to a member's longest text. */
export function longestScript(): Turn[] {
  const turns: Turn[] = [];
  let left = characters;
  for (const { speaker, text } of officialTracks.flatMap(({ script }) => parseScript(script))) {
    if (left <= 0) break;
    turns.push({ speaker, text: text.slice(0, left) });
    left -= text.length;
  }
  return turns;
}
