import { z } from "zod";
import { findPlaylist } from "#app/features/playlists/find-playlist.server.ts";
import { listItems } from "#app/features/playlists/list-items.server.ts";
import { itemReply } from "#app/features/playlists/playlist-page.schema.ts";
import { playlistParams } from "#app/features/playlists/playlists.schema.ts";
import { presentItem } from "#app/features/playlists/present-whole-playlist.ts";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";
import { pageQuery, pageResponse } from "#app/http/page.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "プレイリストの音声を、並び順に1ページずつ取得します。",
    reply: z.array(itemReply),
    params: playlistParams,
    query: z.object(pageQuery),
    async answer({ viewer, params, query, url }) {
      const { id: playlistId } = await findPlaylist({ viewer, playlistId: params.id });
      const { items, next } = await listItems({ viewer, playlistId, ...query });
      return pageResponse(url, { items: items.map(presentItem), next });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
