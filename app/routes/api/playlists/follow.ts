import { followPlaylist } from "#app/features/playlists/follow-playlist.server.ts";
import { playlistFollowReply } from "#app/features/playlists/playlist-page.schema.ts";
import { playlistParams } from "#app/features/playlists/playlists.schema.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";
import { rateLimits } from "#app/http/rate-limits.ts";

const route = endpoint({
  POST: forMembers({
    summary: "プレイリストをフォローします。何度でも同じ結果です。",
    reply: playlistFollowReply,
    limit: rateLimits.follow,
    params: playlistParams,
    answer: ({ viewer, params }) => followPlaylist({ viewer, playlistId: params.id }),
  }),
});
export const loader = route.loader;
export const action = route.action;
