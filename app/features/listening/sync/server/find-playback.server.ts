import { and, desc, eq } from "drizzle-orm";
import type { z } from "zod";
import { visibleTo } from "#app/features/access/track-visibility.server.ts";
import { type Rate, rates, resumePosition } from "#app/features/playback/playback.ts";
import { entitlementsOf } from "#app/features/premium/premium.ts";
import type { TrackViewer } from "#app/features/tracks/excerpt.ts";
import { selectTracks, withLabels } from "#app/features/tracks/server/select-tracks.server.ts";
import { presentTrack } from "#app/features/tracks/track.ts";
import { db, primary } from "#db/client.ts";
import { isOneOf, prepared, type ValuesOf } from "#db/prepared.ts";
import { listeningHistory, playbacks, tracks } from "#db/schema/index.ts";
import type { playbackReply } from "../playback.schema.ts";

type Reply = z.infer<typeof playbackReply>;

const positionCount = 50;

const selectPlayback = prepared((on, value: ValuesOf<{ userId: string }>) =>
  on
    .select()
    .from(playbacks)
    .where(eq(playbacks.userId, value("userId"))),
);

const selectPositions = prepared((on, value: ValuesOf<{ userId: string }>) =>
  on
    .select({
      trackId: listeningHistory.trackId,
      positionMs: listeningHistory.positionMs,
      listenedAt: listeningHistory.listenedAt,
      durationMs: tracks.durationMs,
    })
    .from(listeningHistory)
    .innerJoin(tracks, eq(tracks.id, listeningHistory.trackId))
    .where(eq(listeningHistory.userId, value("userId")))
    .orderBy(desc(listeningHistory.listenedAt), desc(listeningHistory.trackId))
    .limit(positionCount),
);

const selectQueued = prepared((on, value: ValuesOf<{ ids: number[]; viewerId: string }>) =>
  selectTracks(on).where(and(isOneOf(tracks.id, value("ids")), visibleTo({ id: value("viewerId") }))),
);

const secondsSince = (at: Date, now: Date) => Math.max(0, (now.getTime() - at.getTime()) / 1000);

/**
 * What a member plays or played last, for the device `deviceId`, with the queue's visible tracks and the last positions. A
 * speed beyond the account's becomes the next lower one.
 */
export async function findPlayback(options: {
  viewer: NonNullable<TrackViewer>;
  deviceId: string;
}): Promise<Reply> {
  const { viewer, deviceId } = options;
  const now = new Date();
  // A replica may lack what another device has just started.
  const [[stored], heard] = await Promise.all([
    selectPlayback(primary, { userId: viewer.id }),
    selectPositions(primary, { userId: viewer.id }),
  ]);
  const positions = heard.map(({ trackId, positionMs, durationMs, listenedAt }) => ({
    trackId,
    position: resumePosition(positionMs, durationMs),
    age: secondsSince(listenedAt, now),
  }));
  if (!stored) return { playback: null, positions };
  const { trackIds, ...queue } = stored.queue;
  const ids = [...new Set([stored.trackId, ...trackIds])];
  const found = await withLabels(await selectQueued(db, { ids, viewerId: viewer.id }));
  const byId = new Map(found.map((track) => [track.id, presentTrack(track, viewer)]));
  const track = byId.get(stored.trackId);
  if (!track) return { playback: null, positions };
  return {
    playback: {
      isOwner: stored.deviceId === deviceId,
      isPlaying: stored.isPlaying,
      track,
      position: Math.min(stored.positionMs / 1000, track.audibleDuration),
      age: secondsSince(stored.updatedAt, now),
      rate: allowedRate(stored.rate, viewer),
      queue: {
        ...queue,
        tracks: trackIds.map((id) => byId.get(id)).filter((queued) => queued !== undefined),
      },
    },
    positions,
  };
}

function allowedRate(rate: number, viewer: NonNullable<TrackViewer>): Rate {
  const isAllowed = (known: Rate) => known <= rate && (known < 2 || entitlementsOf(viewer).doubleSpeed);
  return rates.findLast(isAllowed) ?? 1;
}
