import { forgetHistory } from "#app/features/listening/forget-history.server.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";
import { rateLimits } from "#app/http/rate-limits.ts";

const route = endpoint({
  DELETE: forMembers({
    limit: rateLimits.forgetHistory,
    params: trackParams,
    async answer({ viewer, params }) {
      await forgetHistory({ viewer, trackId: params.id });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
