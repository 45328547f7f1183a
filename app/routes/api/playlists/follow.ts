import { followStateReply } from "#app/features/people/people.schema.ts";
import { followPlaylist } from "#app/features/playlists/follow/follow-playlist.server.ts";
import { playlistParams } from "#app/features/playlists/playlists.schema.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  POST: forMembers({
    errorStatuses: [409],
    summary: "プレイリストをフォローします。何度でも同じ結果です。",
    reply: followStateReply,
    limit: rateLimits.follow,
    params: playlistParams,
    answer: ({ viewer, params }) => followPlaylist({ viewer, playlistId: params.id }),
  }),
});
export const loader = route.loader;
export const action = route.action;
