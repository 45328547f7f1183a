import { playlistCoverOrder } from "#app/features/covers/cover.ts";
import { playlistCoverPath } from "#app/features/covers/server/cover-path.server.ts";
import { describePlaylist } from "#app/features/playlists/describe-playlist.ts";
import { longestPlaylist } from "#app/features/playlists/playlist.ts";
import { readCategories } from "#app/features/playlists/playlist-categories.ts";
import { sharedPlaylistPath } from "#app/features/playlists/playlist-path.ts";
import { findPlaylist } from "#app/features/playlists/server/find-playlist.server.ts";
import { listItems } from "#app/features/playlists/server/list-items.server.ts";
import { listWovenTracks } from "#app/features/playlists/server/list-woven-tracks.server.ts";
import type { Feed } from "../feed.ts";
import { playlistFeedPath } from "../feed-path.ts";
import { latestOf } from "../latest-of.ts";
import { listEpisodes } from "./list-episodes.server.ts";

/** A public playlist as a podcast, whole and in its order. Throws `NotFound`, for its owner too when it is private. */
export async function findPlaylistFeed({ playlistId }: { playlistId: number }): Promise<Feed> {
  const playlist = await findPlaylist({ viewer: null, playlistId });
  const { items } = await listItems({ viewer: null, playlistId, limit: longestPlaylist });
  const woven = (await listWovenTracks([playlistId])).get(playlistId) ?? [];
  const { name, category, owner, createdAt } = playlist;
  return {
    path: playlistFeedPath(playlist),
    pagePath: sharedPlaylistPath(playlist),
    title: name,
    description: describePlaylist(playlist),
    authorName: owner.name,
    imagePath: playlistCoverPath(playlist, playlistCoverOrder(playlist, woven, "1400")),
    categories: readCategories(category),
    type: "serial",
    changedAt: latestOf([createdAt, ...items.map(({ track }) => track.uploadedAt)]),
    episodes: await listEpisodes(items.map(({ track, order }) => ({ track, number: order }))),
  };
}
