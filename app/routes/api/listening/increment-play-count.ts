import { countSchema } from "#app/features/listening/listening.schema.ts";
import { recordPlay } from "#app/features/listening/server/record-events.server.ts";
import { doneReply } from "#app/features/replies.schema.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";
import { listenerOfRequest } from "#app/http/core/listener-of-request.ts";

const route = endpoint({
  POST: forAnyone({
    summary: "音声が再生されたことを数えます。",
    description: "同じ人の再生は、30分に1回だけ数えます。投稿した本人の再生は数えません。",
    reply: doneReply,
    params: trackParams,
    body: countSchema,
    async answer(call) {
      await recordPlay({ trackId: call.params.id, ...listenerOfRequest(call) });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
