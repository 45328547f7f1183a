import { lockMemberWithPoster } from "#app/features/accounts/server/locks.server.ts";
import { write } from "#db/client.ts";
import { createPlaylist } from "../../edit/server/create-playlist.server.ts";
import type { NewPlaylist } from "../../playlists.schema.ts";
import type { OwnPlaylist } from "../own-playlists.ts";
import { addToPlaylist } from "./add-to-playlist.server.ts";

/** Creates a playlist with a track in it, in one transaction. Throws what `createPlaylist` and `addToPlaylist` do. */
export function createPlaylistWithTrack(options: {
  viewer: { id: string };
  trackId: number;
  playlist: NewPlaylist;
  /** Whether one that was just made with the same name and this track is returned instead (`createPlaylist`). */
  dropsRepeat?: boolean;
}): Promise<OwnPlaylist> {
  const { viewer, trackId, playlist, dropsRepeat = false } = options;
  return write(async (tx) => {
    // Locks the accounts of both steps in lock order, before the first step locks the viewer's.
    await lockMemberWithPoster(tx, options);
    const repeat = dropsRepeat ? { trackId } : undefined;
    const { id, name, isPublic, itemCount } = await createPlaylist({ viewer, playlist, repeat });
    await addToPlaylist({ viewer, playlistId: id, trackId });
    return { id, name, isPublic, itemCount: Math.max(1, itemCount), hasTrack: true };
  });
}
