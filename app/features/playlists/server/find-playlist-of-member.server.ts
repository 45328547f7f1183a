import { NotFound } from "#app/features/domain-error.ts";
import { findPerson } from "#app/features/people/server/find-person.server.ts";
import type { OwnedPlaylist } from "../playlist.ts";
import { findPlaylistBySlug, playlistNotFound } from "./find-playlist.server.ts";

/** The playlist with this slug of a member, by id or, ignoring case, `customUserId`. Throws `NotFound`. */
export async function findPlaylistOfMember(options: {
  viewer: { id: string } | null;
  member: string;
  slug: string;
}): Promise<OwnedPlaylist> {
  const { viewer, member, slug } = options;
  const { id: userId } = await findPerson({ idOrCustomId: member }).catch((error: unknown) => {
    throw error instanceof NotFound ? playlistNotFound() : error;
  });
  return findPlaylistBySlug({ viewer, slug, userId });
}
