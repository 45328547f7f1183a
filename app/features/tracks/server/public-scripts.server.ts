import { and, asc, inArray, lte, sql } from "drizzle-orm";
import { aiNote } from "#app/engines/audio/ai-provenance.ts";
import { formatScript } from "#app/engines/script/script.ts";
import { withoutPlaceReadings } from "#app/lib/place-readings.ts";
import { type Db, db } from "#db/client.ts";
import { tracks, transcriptCues } from "#db/schema/index.ts";
import { excerptMs } from "../excerpt.ts";
import { groupByTurn, turnText } from "../transcript/cues.ts";

/** The scripts as everybody may read them. `length`: only the first characters. */
export async function findPublicScripts(
  trackIds: readonly number[],
  { on = db, length }: { on?: Db; length?: number } = {},
): Promise<Map<number, string>> {
  const ids = [...trackIds];
  if (ids.length === 0) return new Map();
  const script =
    length === undefined
      ? sql<string>`${tracks.script}`
      : sql<string>`substr(${tracks.script}, 1, ${length})`;
  const rows = await on
    .select({ id: tracks.id, isPremiumOnly: tracks.isPremiumOnly, script })
    .from(tracks)
    .where(inArray(tracks.id, ids));
  const excerpts = await findExcerpts(
    on,
    rows.filter((row) => row.isPremiumOnly).map(({ id }) => id),
  );
  return new Map(
    rows.map((row) => [
      row.id,
      row.isPremiumOnly ? (excerpts.get(row.id) ?? "").slice(0, length) : withoutPlaceReadings(row.script),
    ]),
  );
}

async function findExcerpts(on: Db, trackIds: number[]): Promise<Map<number, string>> {
  if (trackIds.length === 0) return new Map();
  const lines = await on
    .select({
      trackId: transcriptCues.trackId,
      turn: sql<number>`coalesce(${transcriptCues.turn}, ${transcriptCues.position})`.mapWith(Number),
      speaker: transcriptCues.speaker,
      text: transcriptCues.text,
    })
    .from(transcriptCues)
    .where(and(inArray(transcriptCues.trackId, trackIds), isInExcerpt))
    .orderBy(asc(transcriptCues.trackId), asc(transcriptCues.position));
  // A track may begin with the notice: counted, it would shift the lines that a search finds.
  const said = lines.filter(({ text }) => text !== aiNote);
  return new Map(
    [...Map.groupBy(said, ({ trackId }) => trackId)].map(([id, cues]) => [
      id,
      formatScript(groupByTurn(cues).map((turn) => ({ speaker: turn[0].speaker, text: turnText(turn) }))),
    ]),
  );
}

/** Condition: sentences that end within the excerpt. */
export const isInExcerpt = lte(transcriptCues.endMs, excerptMs);
