import { ownSlugParams, wholePlaylistReply } from "#app/features/playlists/playlist-page.schema.ts";
import { findWholePlaylist } from "#app/features/playlists/server/find-whole-playlist.server.ts";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "メンバーの公開プレイリストを、URLの名前で取得します。",
    reply: wholePlaylistReply,
    params: ownSlugParams,
    answer: ({ viewer, params }) =>
      findWholePlaylist({ viewer, named: { slug: params.slug, member: params.userId } }),
  }),
});
export const loader = route.loader;
export const action = route.action;
