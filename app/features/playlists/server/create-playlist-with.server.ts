import { holdMemberWithPoster } from "#app/features/accounts/server/hold-member-with-poster.server.ts";
import { write } from "#db/client.ts";
import type { NewPlaylist } from "../playlists.schema.ts";
import { addToPlaylist } from "./add-to-playlist.server.ts";
import { createPlaylist } from "./create-playlist.server.ts";
import type { OwnPlaylist } from "./list-own-with-track.server.ts";

/** Makes a playlist with a track in it, or neither. Throws what `createPlaylist` and `addToPlaylist` do. */
export function createPlaylistWith(options: {
  viewer: { id: string };
  trackId: number;
  playlist: NewPlaylist;
}): Promise<OwnPlaylist> {
  const { viewer, trackId } = options;
  return write(async (tx) => {
    // All accounts of both steps, in their order, before the first of them holds the viewer's.
    await holdMemberWithPoster(tx, options);
    const { id, name, isPublic } = await createPlaylist(options);
    await addToPlaylist({ viewer, playlistId: id, trackId });
    return { id, name, isPublic, itemCount: 1, hasTrack: true };
  });
}
