import { z } from "zod";
import { createPlaylist } from "#app/features/playlists/edit/server/create-playlist.server.ts";
import {
  newPlaylistSchema,
  ownedPlaylistReply,
  playlistReply,
} from "#app/features/playlists/playlists.schema.ts";
import { presentOwnedPlaylist, presentPlaylist } from "#app/features/playlists/present-playlist.ts";
import { listPublicPlaylists } from "#app/features/playlists/server/list-playlists.server.ts";
import { endpoint, forAnyone, forMembers } from "#app/http/core/endpoint.server.ts";
import { pageQuery, pageResponse } from "#app/http/core/pagination.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "すべての公開プレイリストを、新しい順に返します。",
    reply: z.array(ownedPlaylistReply),
    query: z.object(pageQuery),
    async answer({ viewer, query, url }) {
      const { playlists, next } = await listPublicPlaylists({ viewer, ...query });
      return pageResponse(url, { items: playlists.map(presentOwnedPlaylist), next });
    },
  }),
  POST: forMembers({
    summary: "プレイリストを作成します。",
    reply: playlistReply,
    limit: rateLimits.changePlaylists,
    body: newPlaylistSchema,
    answer: async ({ viewer, body }) => presentPlaylist(await createPlaylist({ viewer, playlist: body })),
  }),
});
export const loader = route.loader;
export const action = route.action;
