import type { z } from "zod";
import { longestPlaylist } from "../playlist.ts";
import type { wholePlaylistReply } from "../playlist-page.schema.ts";
import { presentWholePlaylist } from "../present-whole-playlist.ts";
import { findPlaylist, findPlaylistBySlug } from "./find-playlist.server.ts";
import { findPlaylistOfMember } from "./find-playlist-of-member.server.ts";
import { listItems } from "./list-items.server.ts";

/** What names a playlist: its id, or its slug among everybody's or one member's (id or `customUserId`). */
type Named = { playlistId: number } | { slug: string; member?: string };

/** A playlist with all of its items, as the calls show it. Throws `NotFound`. */
export async function findWholePlaylist(options: {
  viewer: { id: string } | null;
  named: Named;
}): Promise<z.infer<typeof wholePlaylistReply>> {
  const { viewer, named } = options;
  const playlist = await find(viewer, named);
  const { items } = await listItems({ viewer, playlistId: playlist.id, limit: longestPlaylist });
  return presentWholePlaylist(playlist, items);
}

function find(viewer: { id: string } | null, named: Named) {
  if ("playlistId" in named) return findPlaylist({ viewer, ...named });
  const { slug, member } = named;
  if (member === undefined) return findPlaylistBySlug({ viewer, slug });
  return findPlaylistOfMember({ viewer, member, slug });
}
