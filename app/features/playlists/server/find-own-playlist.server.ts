import { Forbidden } from "#app/features/domain-error.ts";
import type { OwnedPlaylist } from "../playlist.ts";
import { playlistParams } from "../playlists.schema.ts";
import { findPlaylist, playlistNotFound } from "./find-playlist.server.ts";

/** The id in a page's address. Throws `NotFound` for what can't be one. */
export function namedPlaylist(params: unknown): number {
  const { success, data } = playlistParams.safeParse(params);
  if (!success) throw playlistNotFound();
  return data.id;
}

/** The member's own playlist. Throws `NotFound`, and `Forbidden` for somebody else's public one. */
export async function findOwnPlaylist(options: {
  viewer: { id: string };
  playlistId: number;
}): Promise<OwnedPlaylist> {
  const playlist = await findPlaylist(options);
  if (playlist.userId !== options.viewer.id) throw new Forbidden();
  return playlist;
}
