import { and, eq } from "drizzle-orm";
import { visibleTo } from "#app/features/access/track-visibility.server.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { maxAgeS, maxStartAgeS } from "#app/features/listening/listening.ts";
import { db, primary } from "#db/client.ts";
import { isOneOf, prepared, type ValuesOf } from "#db/prepared.ts";
import { playbacks, tracks, users } from "#db/schema/index.ts";
import { type ListeningBatch, listeningBatch } from "../../server/listening-batch.server.ts";
import { placeInTrack } from "../../server/record-events.server.ts";
import type { PlaybackBody } from "../playback.schema.ts";

const selectHeard = prepared((on, value: ValuesOf<{ ids: number[]; viewerId: string }>) =>
  on
    .select({ id: tracks.id, durationMs: tracks.durationMs })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(isOneOf(tracks.id, value("ids")), visibleTo({ id: value("viewerId") }))),
);

const selectOwner = prepared((on, value: ValuesOf<{ userId: string }>) =>
  on
    .select({ deviceId: playbacks.deviceId })
    .from(playbacks)
    .where(eq(playbacks.userId, value("userId"))),
);

/**
 * Records a device's playback, and positions for the history, as of the times that their ages name. Drops what is older than
 * thirty days and tracks that the member may not see. Resolves after the batch with whether no other device's playback is
 * stored; null if the batch was not written. Throws `NotFound` if the member may not see the playing track.
 */
export async function recordPlayback(options: {
  viewer: { id: string };
  playback: PlaybackBody;
  batch?: ListeningBatch;
}): Promise<{ isOwner: boolean | null }> {
  const { viewer, batch = listeningBatch } = options;
  const now = new Date();
  const { heard, position, age, startAge, ...playback } = options.playback;
  const ids = [...new Set([playback.trackId, ...heard.map(({ trackId }) => trackId)])];
  const found = await selectHeard(db, { ids, viewerId: viewer.id });
  const durations = new Map(found.map(({ id, durationMs }) => [id, durationMs]));
  const userId = viewer.id;
  const placed = (entry: { trackId: number; position: number; age: number }) => {
    const durationMs = durations.get(entry.trackId);
    if (durationMs === undefined || entry.age > maxAgeS) return null;
    const at = new Date(now.getTime() - Math.round(entry.age * 1000));
    return { ...placeInTrack(entry.position, durationMs), at };
  };
  for (const entry of heard) {
    const place = placed(entry);
    if (place) batch.addListening({ userId, trackId: entry.trackId, ...place });
  }
  if (!durations.has(playback.trackId)) throw new NotFound("音声が見つかりません");
  const place = placed({ trackId: playback.trackId, position, age });
  const startsNow = playback.takesOver && playback.isPlaying && (startAge ?? age) <= maxStartAgeS;
  if (place)
    batch.addPlayback({
      userId,
      ...playback,
      startsNow,
      positionMs: place.positionMs,
      at: place.at,
      receivedAt: now,
    });
  if (!(await batch.attempt())) return { isOwner: null };
  const [owner] = await selectOwner(primary, { userId });
  return { isOwner: !owner || owner.deviceId === playback.deviceId };
}
