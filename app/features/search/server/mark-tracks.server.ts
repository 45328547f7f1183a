import { inArray } from "drizzle-orm";
import { parseScript } from "#app/features/creation/script-turns.ts";
import type { ListedTrack } from "#app/features/tracks/listed-track.ts";
import { db } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";
import { foldText, wordsOf } from "#db/search.ts";
import { excerptOf, markMatches } from "../mark-matches.ts";

/** The same tracks with what of their title and script matches the query. */
export async function markTracks(listed: ListedTrack[], query: string): Promise<ListedTrack[]> {
  const words = wordsOf(query);
  if (words.length === 0 || listed.length === 0) return listed;
  const rows = await db
    .select({ id: tracks.id, script: tracks.script })
    .from(tracks)
    .where(
      inArray(
        tracks.id,
        listed.map(({ id }) => id),
      ),
    );
  const scripts = new Map(rows.map(({ id, script }) => [id, script]));
  return listed.map((track) => ({
    ...track,
    found: { title: markMatches(track.title, words), said: saidIn(scripts.get(track.id) ?? "", words) },
  }));
}

/** The turn with most of the words. */
function saidIn(script: string, words: readonly string[]) {
  let best: { speaker: "A" | "B"; text: string; count: number } | null = null;
  for (const { speaker, text } of parseScript(script)) {
    const folded = foldText(text);
    const count = words.filter((word) => folded.includes(word)).length;
    if (count > (best?.count ?? 0)) best = { speaker, text, count };
    if (count === words.length) break;
  }
  const excerpt = best && excerptOf(best.text, words);
  return best && excerpt ? { speaker: best.speaker, excerpt } : null;
}
