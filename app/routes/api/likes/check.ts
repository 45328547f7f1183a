import { likedReply } from "#app/features/likes/likes.schema.ts";
import { hasLiked } from "#app/features/likes/server/find-likes.server.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forMembers({
    summary: "音声にいいねしているかどうかを返します。",
    reply: likedReply,
    params: trackParams,
    answer: async ({ viewer, params }) => ({ isLiked: await hasLiked({ viewer, trackId: params.id }) }),
  }),
});
export const loader = route.loader;
export const action = route.action;
