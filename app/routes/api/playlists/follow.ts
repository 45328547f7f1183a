import { followStateReply } from "#app/features/people/people.schema.ts";
import { playlistParams } from "#app/features/playlists/playlists.schema.ts";
import { followPlaylist } from "#app/features/playlists/server/follow-playlist.server.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";
import { rateLimits } from "#app/http/rate-limits.ts";

const route = endpoint({
  POST: forMembers({
    refuses: [409],
    summary: "プレイリストをフォローします。何度でも同じ結果です。",
    reply: followStateReply,
    limit: rateLimits.follow,
    params: playlistParams,
    answer: ({ viewer, params }) => followPlaylist({ viewer, playlistId: params.id }),
  }),
});
export const loader = route.loader;
export const action = route.action;
