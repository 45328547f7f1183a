import { removedItemReply } from "#app/features/playlists/bookmark/bookmark.schema.ts";
import { removeFromPlaylist } from "#app/features/playlists/bookmark/server/remove-from-playlist.server.ts";
import { itemParams } from "#app/features/playlists/playlists.schema.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  DELETE: forMembers({
    summary: "自分のプレイリストから項目を外します。もう入っていない項目は何も変えません。",
    reply: removedItemReply,
    limit: rateLimits.bookmark,
    params: itemParams,
    answer: ({ viewer, params: { id: playlistId, itemId } }) =>
      removeFromPlaylist({ viewer, playlistId, itemId }),
  }),
});
export const loader = route.loader;
export const action = route.action;
