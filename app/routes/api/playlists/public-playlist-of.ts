import { ownSlugParams, playlistWithItemsReply } from "#app/features/playlists/playlists.schema.ts";
import { findPlaylistWithItems } from "#app/features/playlists/server/find-playlist-by-address.server.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "メンバーの公開プレイリストを、URLの名前で取得します。",
    reply: playlistWithItemsReply,
    params: ownSlugParams,
    answer: ({ viewer, params }) =>
      findPlaylistWithItems({ viewer, key: { slug: params.slug, member: params.userId } }),
  }),
});
export const loader = route.loader;
export const action = route.action;
