import { z } from "zod";
import { playlistReply } from "#app/features/playlists/playlists.schema.ts";
import { presentPlaylist } from "#app/features/playlists/present-playlist.ts";
import { listPlaylistsByUser } from "#app/features/playlists/server/list-playlists.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { pageQuery, pageResponse } from "#app/http/core/pagination.ts";

const route = endpoint({
  GET: forMembers({
    summary: "自分のプレイリストを、非公開のものも含めて新しい順に返します。",
    reply: z.array(playlistReply),
    query: z.object(pageQuery),
    async answer({ viewer, query, url }) {
      const { playlists, next } = await listPlaylistsByUser({ userId: viewer.id, viewer, ...query });
      return pageResponse(url, { items: playlists.map(presentPlaylist), next });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
