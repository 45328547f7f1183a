import { z } from "zod";
import { checked } from "#app/features/checked.ts";
import { NotFound } from "#app/features/domain-error.ts";
import type { OwnedPlaylist } from "../playlist.ts";
import { playlistParams } from "../playlists.schema.ts";
import { findPlaylist, findPlaylistBySlug, playlistNotFound } from "./find-playlist.server.ts";
import { findPlaylistOfMember } from "./find-playlist-of-member.server.ts";

type Viewer = { id: string } | null;

/** In the place of an owner's name: nobody can be called so. */
const anybody = "public";

/** What the addresses of a playlist name it by (spec 2 §2, "Public playlist detail"). */
export interface PlaylistAddress {
  /** An id, or a slug. */
  id?: string | undefined;
  slug?: string | undefined;
  /** Its owner's id or `customUserId`, or `public`. */
  userId?: string | undefined;
}

const addressSchema = z.object({
  id: z.string().optional(),
  slug: z.string().optional(),
  userId: z.string().optional(),
});

/**
 * The playlist that an address names: `{id}`, `{slug}` or `{userId}/{slug}`. Digits are an id where one is asked for and a
 * slug where a slug is, and the other where there is no such. With `{userId}/playlist/{id}` the owner named may be
 * somebody else (`isOwnerOf`). Throws `NotFound`.
 */
export async function findPlaylistOfPage(options: {
  viewer: Viewer;
  address: PlaylistAddress;
}): Promise<OwnedPlaylist> {
  const { viewer } = options;
  const { id, slug, userId } = checked(addressSchema, options.address);
  if (slug !== undefined && userId !== undefined)
    return findPlaylistOfMember({ viewer, member: userId, slug });
  const name = id ?? slug ?? "";
  const numbered = playlistParams.safeParse({ id: name }).data;
  const byId = () =>
    numbered ? findPlaylist({ viewer, playlistId: numbered.id }) : Promise.reject(playlistNotFound());
  const bySlug = () => findPlaylistBySlug({ viewer, slug: name });
  return id !== undefined ? either(byId, bySlug) : either(bySlug, byId);
}

async function either(first: () => Promise<OwnedPlaylist>, second: () => Promise<OwnedPlaylist>) {
  try {
    return await first();
  } catch (error) {
    if (error instanceof NotFound) return second();
    throw error;
  }
}

/** Whether the part of an address before `/playlist/{id}` may stand there: the owner's id, chosen name, or `public`. */
export function isOwnerOf({ owner }: OwnedPlaylist, name: string): boolean {
  const folded = name.toLowerCase();
  return name === owner.id || folded === owner.customUserId?.toLowerCase() || folded === anybody;
}
