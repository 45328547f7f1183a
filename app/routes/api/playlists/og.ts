import { ogParams, ogReply } from "#app/features/playlists/playlist-page.schema.ts";
import { findPlaylist, playlistNotFound } from "#app/features/playlists/server/find-playlist.server.ts";
import { isOwnerOf } from "#app/features/playlists/server/find-playlist-of-page.server.ts";
import { listWovenTracks } from "#app/features/playlists/server/list-woven-tracks.server.ts";
import { playlistPreview } from "#app/features/playlists/server/playlist-preview.server.ts";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "プレイリストのリンクを共有したときに表示される内容（OpenGraph）を取得します。",
    reply: ogReply,
    params: ogParams,
    async answer({ viewer, params, url }) {
      const playlist = await findPlaylist({ viewer, playlistId: params.id });
      if (!isOwnerOf(playlist, params.customUserId)) throw playlistNotFound();
      const woven = (await listWovenTracks([playlist.id])).get(playlist.id) ?? [];
      return playlistPreview(playlist, woven, url.origin);
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
