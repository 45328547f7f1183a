import { playlistCoverSpec } from "#app/features/covers/cover.ts";
import { findCoverTracks } from "#app/features/playlists/cover/cover-tracks.server.ts";
import { playlistParams } from "#app/features/playlists/playlists.schema.ts";
import { findPlaylist } from "#app/features/playlists/server/find-playlist.server.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";
import { answerCover, coverDocs, coverQuery } from "../answer-cover.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "プレイリストのカバー画像を返します。",
    ...coverDocs,
    params: playlistParams,
    query: coverQuery,
    async answer(call) {
      const playlist = await findPlaylist({ viewer: call.viewer, playlistId: call.params.id });
      const spec = playlistCoverSpec(playlist, await findCoverTracks(playlist.id), call.query.size);
      return answerCover(call, spec, playlist.isPublic);
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
