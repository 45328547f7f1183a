import { playlistParams } from "#app/features/playlists/playlists.schema.ts";
import { reorderBody, reorderReply } from "#app/features/playlists/reorder/reorder.schema.ts";
import { reorderItems } from "#app/features/playlists/reorder/server/reorder-items.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  PUT: forMembers({
    summary: "自分のプレイリストの音声を並べ替えます。",
    reply: reorderReply,
    limit: rateLimits.reorder,
    params: playlistParams,
    body: reorderBody,
    answer: ({ viewer, params, body }) => reorderItems({ viewer, playlistId: params.id, ...body }),
  }),
});
export const loader = route.loader;
export const action = route.action;
