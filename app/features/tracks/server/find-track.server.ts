import { and, eq, sql } from "drizzle-orm";
import { visibleTo } from "#app/features/access/track-visibility.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { hasHighQuality } from "#app/features/playback/server/find-audio.server.ts";
import { withoutPlaceReadings } from "#app/lib/place-readings.ts";
import { type Db, db, primary } from "#db/client.ts";
import { prepared, type ValuesOf } from "#db/prepared.ts";
import { listeningHistory, seriesEpisodes, trackCorrections, tracks, users } from "#db/schema/index.ts";
import { hasFullAccess, type TrackViewer } from "../excerpt.ts";
import { fromStoredFactCheck } from "../fact-check.ts";
import type { TrackWithScript } from "../track.ts";
import { findPublicScripts } from "./public-scripts.server.ts";
import { trackColumns, withLabels } from "./select-tracks.server.ts";

/**
 * A track with what the viewer may read of the script, shown without readings of places, except to its author who edits it
 * (`withReadings`). A hidden track only for its owner. Throws `NotFound`.
 */
export async function findTrack(options: {
  viewer: TrackViewer;
  trackId: number;
  withReadings?: boolean;
}): Promise<TrackWithScript> {
  // A replica may not know a track that has just been published.
  const track = (await lookUp(db, options)) ?? (db === primary ? undefined : await lookUp(primary, options));
  if (!track) throw new NotFound("音声が見つかりません");
  return track;
}

const selectWithScript = prepared((on, value: ValuesOf<{ trackId: number; viewerId: string }>) =>
  on
    .select({
      ...trackColumns,
      description: tracks.description,
      script: tracks.script,
      factCheck: tracks.factCheck,
      speakerNames: tracks.speakerNames,
      hasHighQuality,
      isCorrected:
        sql`exists (select 1 from ${trackCorrections} where ${trackCorrections.trackId} = ${tracks.id}
        and ${trackCorrections.correctedAt} is not null)`.mapWith(Boolean),
      isEpisode:
        sql`exists (select 1 from ${seriesEpisodes} where ${seriesEpisodes.trackId} = ${tracks.id})`.mapWith(
          Boolean,
        ),
      leftAtMs: sql<number | null>`(select ${listeningHistory.positionMs} from ${listeningHistory}
        where ${listeningHistory.userId} = ${value("viewerId")} and ${listeningHistory.trackId} = ${tracks.id})`,
    })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(eq(tracks.id, value("trackId")), visibleTo({ id: value("viewerId") }))),
);

async function lookUp(
  on: Db,
  o: { viewer: TrackViewer; trackId: number; withReadings?: boolean },
): Promise<TrackWithScript | undefined> {
  const { viewer, trackId } = o;
  const found = await selectWithScript(on, { trackId, viewerId: viewer?.id ?? "" });
  const [labelled] = await withLabels(found, on);
  if (!labelled) return undefined;
  const script = o.withReadings ? labelled.script : withoutPlaceReadings(labelled.script);
  const track = { ...labelled, script, speakerNames: labelled.speakerNames ?? {} };
  if (hasFullAccess(viewer, track)) return { ...track, factCheck: fromStoredFactCheck(track.factCheck) };
  const scripts = await findPublicScripts([track.id], { on });
  return { ...track, script: scripts.get(track.id) ?? "", factCheck: null };
}

/** Whether the viewer posted the track. */
export async function isOwnTrack(options: { viewer: { id: string }; trackId: number }): Promise<boolean> {
  const { viewer, trackId } = options;
  const found = await primary
    .select({ id: tracks.id })
    .from(tracks)
    .where(and(eq(tracks.id, trackId), eq(tracks.userId, viewer.id)));
  return found.length > 0;
}
