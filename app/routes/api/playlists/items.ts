import { z } from "zod";
import {
  addedItemReply,
  addItemBody,
  removedItemReply,
  removeItemQuery,
} from "#app/features/playlists/bookmark/bookmark.schema.ts";
import { addToPlaylist } from "#app/features/playlists/bookmark/server/add-to-playlist.server.ts";
import { removeFromPlaylist } from "#app/features/playlists/bookmark/server/remove-from-playlist.server.ts";
import { itemReply, playlistParams } from "#app/features/playlists/playlists.schema.ts";
import { presentItem } from "#app/features/playlists/present-playlist.ts";
import { findPlaylist } from "#app/features/playlists/server/find-playlist.server.ts";
import { listItems } from "#app/features/playlists/server/list-items.server.ts";
import { endpoint, forAnyone, forMembers } from "#app/http/core/endpoint.server.ts";
import { pageQuery, pageResponse } from "#app/http/core/pagination.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "プレイリストの音声を、並び順に1ページずつ返します。",
    reply: z.array(itemReply),
    params: playlistParams,
    query: z.object(pageQuery),
    async answer({ viewer, params, query, url }) {
      const { id: playlistId } = await findPlaylist({ viewer, playlistId: params.id });
      const { items, next } = await listItems({ viewer, playlistId, ...query });
      return pageResponse(url, { items: items.map((item) => presentItem(item, viewer)), next });
    },
  }),
  POST: forMembers({
    summary: "自分のプレイリストの最後に音声を追加します。すでに入っている音声はそのままです。",
    reply: addedItemReply,
    limit: rateLimits.bookmark,
    params: playlistParams,
    body: addItemBody,
    async answer({ viewer, params, body }) {
      const { itemId, order, isNew } = await addToPlaylist({ viewer, playlistId: params.id, ...body });
      return { id: itemId, order, isNew };
    },
  }),
  DELETE: forMembers({
    summary: "自分のプレイリストから、番号で指定した音声を外します。入っていない音声は何も変えません。",
    reply: removedItemReply,
    limit: rateLimits.bookmark,
    params: playlistParams,
    query: removeItemQuery,
    answer: ({ viewer, params, query }) => removeFromPlaylist({ viewer, playlistId: params.id, ...query }),
  }),
});
export const loader = route.loader;
export const action = route.action;
