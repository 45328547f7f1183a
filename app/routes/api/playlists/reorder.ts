import { reorderBody, reorderParams, reorderReply } from "#app/features/playlists/reorder.schema.ts";
import { reorderItems } from "#app/features/playlists/server/reorder-items.server.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";
import { rateLimits } from "#app/http/rate-limits.ts";

const route = endpoint({
  PUT: forMembers({
    summary: "自分のプレイリストの音声を並べ替えます。",
    reply: reorderReply,
    limit: rateLimits.reorder,
    params: reorderParams,
    body: reorderBody,
    answer: ({ viewer, params, body }) => reorderItems({ viewer, playlistId: params.id, ...body }),
  }),
});
export const loader = route.loader;
export const action = route.action;
