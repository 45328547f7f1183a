import { and, desc, eq } from "drizzle-orm";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { NotFound } from "#app/features/domain-error.ts";
import { visibleTo } from "#app/features/tracks/server/visible-to.server.ts";
import { db } from "#db/client.ts";
import { playlistItems, playlists, tracks, users } from "#db/schema/index.ts";
import { playlistLimitOf } from "../playlist-limit.ts";
import { countItems } from "./count-items.server.ts";

/** A playlist of the member's, as one chooses it for a track. */
export interface OwnPlaylist {
  id: number;
  name: string;
  isPublic: boolean;
  /** Tracks in it that the member may hear. */
  itemCount: number;
  /** Whether the track is in it. */
  hasTrack: boolean;
}

export interface TrackAndPlaylists {
  track: { id: number; title: string };
  playlists: OwnPlaylist[];
  /** So many may the member have. */
  limit: number;
}

/** All playlists of the member, newest first, each with whether the track is in it. Throws `NotFound`. */
export async function listOwnWithTrack(options: {
  viewer: Viewer;
  trackId: number;
}): Promise<TrackAndPlaylists> {
  const { viewer, trackId } = options;
  const [track] = await db
    .select({ id: tracks.id, title: tracks.title })
    .from(tracks)
    .innerJoin(users, eq(users.id, tracks.userId))
    .where(and(eq(tracks.id, trackId), visibleTo(viewer)));
  if (!track) throw new NotFound("音声が見つかりません");
  const own = await db
    .select({
      id: playlists.id,
      name: playlists.name,
      isPublic: playlists.isPublic,
      itemId: playlistItems.id,
    })
    .from(playlists)
    .leftJoin(
      playlistItems,
      and(eq(playlistItems.playlistId, playlists.id), eq(playlistItems.trackId, trackId)),
    )
    .where(eq(playlists.userId, viewer.id))
    .orderBy(desc(playlists.createdAt), desc(playlists.id));
  const counts = await countItems({ playlistIds: own.map(({ id }) => id), viewer });
  return {
    track,
    limit: playlistLimitOf(viewer),
    playlists: own.map(({ id, name, isPublic, itemId }) => ({
      id,
      name,
      isPublic,
      itemCount: counts.get(id) ?? 0,
      hasTrack: itemId !== null,
    })),
  };
}
