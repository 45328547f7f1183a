import { deleteHistory } from "#app/features/listening/history/delete-history.server.ts";
import { doneReply } from "#app/features/replies.schema.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  DELETE: forMembers({
    summary: "聴いた履歴から音声を1つ取り除きます。",
    reply: doneReply,
    limit: rateLimits.deleteHistory,
    params: trackParams,
    async answer({ viewer, params }) {
      await deleteHistory({ viewer, trackId: params.id });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
