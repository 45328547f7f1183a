import { listeningSchema } from "#app/features/listening/listening.schema.ts";
import { recordListening } from "#app/features/listening/server/record-events.server.ts";
import { doneReply } from "#app/features/replies.schema.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  POST: forMembers({
    errorStatuses: [404],
    summary: "聴いた音声と位置を履歴に残します。",
    reply: doneReply,
    limit: rateLimits.listen,
    body: listeningSchema,
    async answer({ viewer, body }) {
      await recordListening({ viewer, ...body });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
