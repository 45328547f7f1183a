import { playlistWithItemsReply, slugParams } from "#app/features/playlists/playlists.schema.ts";
import { findPlaylistWithItems } from "#app/features/playlists/server/find-playlist-by-address.server.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "公開プレイリストを、URLの名前で取得します。同じ名前が複数あるときは、いちばん古いものです。",
    reply: playlistWithItemsReply,
    params: slugParams,
    answer: ({ viewer, params }) => findPlaylistWithItems({ viewer, key: { slug: params.slug } }),
  }),
});
export const loader = route.loader;
export const action = route.action;
