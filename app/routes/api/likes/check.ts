import { hasLiked } from "#app/features/likes/has-liked.server.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";

const route = endpoint({
  GET: forMembers({
    params: trackParams,
    answer: async ({ viewer, params }) => ({ isLiked: await hasLiked({ viewer, trackId: params.id }) }),
  }),
});
export const loader = route.loader;
export const action = route.action;
