import { playlistCoverOrder } from "#app/features/covers/cover.ts";
import { playlistParams } from "#app/features/playlists/playlists.schema.ts";
import { findPlaylist } from "#app/features/playlists/server/find-playlist.server.ts";
import { listWovenTracks } from "#app/features/playlists/server/list-woven-tracks.server.ts";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";
import { answerCover, coverQuery, coverWords } from "../answer-cover.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "プレイリストのカバー画像を返します。",
    ...coverWords,
    params: playlistParams,
    query: coverQuery,
    async answer(call) {
      const playlist = await findPlaylist({ viewer: call.viewer, playlistId: call.params.id });
      const woven = (await listWovenTracks([playlist.id])).get(playlist.id) ?? [];
      return answerCover(call, playlistCoverOrder(playlist, woven, call.query.size), playlist.isPublic);
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
