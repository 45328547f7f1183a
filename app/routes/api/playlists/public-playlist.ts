import { slugParams, wholePlaylistReply } from "#app/features/playlists/playlist-page.schema.ts";
import { findWholePlaylist } from "#app/features/playlists/server/find-whole-playlist.server.ts";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "公開プレイリストを、URLの名前で取得します。同じ名前が複数あるときは、いちばん古いものです。",
    reply: wholePlaylistReply,
    params: slugParams,
    answer: ({ viewer, params }) => findWholePlaylist({ viewer, named: { slug: params.slug } }),
  }),
});
export const loader = route.loader;
export const action = route.action;
