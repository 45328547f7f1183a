import { doneReply } from "#app/features/done.schema.ts";
import { countSchema } from "#app/features/listening/listening.schema.ts";
import { noteCount } from "#app/features/listening/server/note-count.server.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { countSender } from "#app/http/count-sender.ts";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";

const route = endpoint({
  POST: forAnyone({
    summary: "音声が再生されたことを数えます。",
    description: "同じ人の再生は、30分に1回だけ数えます。投稿した本人の再生は数えません。",
    reply: doneReply,
    params: trackParams,
    body: countSchema,
    async answer(call) {
      await noteCount({ kind: "play", trackId: call.params.id, ...countSender(call) });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
