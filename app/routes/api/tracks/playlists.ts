import {
  playlistForTrackBody,
  playlistForTrackReply,
  trackPlaylistsReply,
} from "#app/features/playlists/items.schema.ts";
import { createPlaylistWith } from "#app/features/playlists/server/create-playlist-with.server.ts";
import { listOwnWithTrack } from "#app/features/playlists/server/list-own-with-track.server.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";
import { rateLimits } from "#app/http/rate-limits.ts";

const route = endpoint({
  GET: forMembers({
    summary: "自分のプレイリストの一覧と、それぞれにこの音声が入っているかどうかを返します。",
    reply: trackPlaylistsReply,
    params: trackParams,
    async answer({ viewer, params }) {
      const { playlists, limit } = await listOwnWithTrack({ viewer, trackId: params.id });
      return { isBookmarked: playlists.some(({ hasTrack }) => hasTrack), playlists, limit };
    },
  }),
  POST: forMembers({
    summary: "この音声が入った新しいプレイリストを作成します。",
    reply: playlistForTrackReply,
    limit: rateLimits.bookmark,
    params: trackParams,
    body: playlistForTrackBody,
    answer: ({ viewer, params, body }) => createPlaylistWith({ viewer, trackId: params.id, playlist: body }),
  }),
});
export const loader = route.loader;
export const action = route.action;
