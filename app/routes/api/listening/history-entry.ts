import { doneReply } from "#app/features/done.schema.ts";
import { forgetHistory } from "#app/features/listening/server/forget-history.server.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";
import { rateLimits } from "#app/http/rate-limits.ts";

const route = endpoint({
  DELETE: forMembers({
    summary: "聴いた履歴から音声を1つ取り除きます。",
    reply: doneReply,
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
