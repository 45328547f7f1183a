import {
  playlistForTrackBody,
  playlistForTrackReply,
  trackPlaylistsReply,
} from "#app/features/playlists/bookmark/bookmark.schema.ts";
import { createPlaylistWithTrack } from "#app/features/playlists/bookmark/server/create-playlist-with-track.server.ts";
import { listOwnPlaylistsForTrack } from "#app/features/playlists/bookmark/server/find-bookmarks.server.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  GET: forMembers({
    summary: "自分のプレイリストの一覧と、それぞれにこの音声が入っているかどうかを返します。",
    reply: trackPlaylistsReply,
    params: trackParams,
    async answer({ viewer, params }) {
      const { playlists, limit } = await listOwnPlaylistsForTrack({ viewer, trackId: params.id });
      return { isBookmarked: playlists.some(({ hasTrack }) => hasTrack), playlists, limit };
    },
  }),
  POST: forMembers({
    summary: "この音声が入った新しいプレイリストを作成します。",
    reply: playlistForTrackReply,
    limit: rateLimits.bookmark,
    params: trackParams,
    body: playlistForTrackBody,
    answer: ({ viewer, params, body }) =>
      createPlaylistWithTrack({ viewer, trackId: params.id, playlist: body }),
  }),
});
export const loader = route.loader;
export const action = route.action;
