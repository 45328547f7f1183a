import { doneReply } from "#app/features/done.schema.ts";
import { listeningSchema } from "#app/features/listening/listening.schema.ts";
import { noteListening } from "#app/features/listening/server/note-listening.server.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";
import { rateLimits } from "#app/http/rate-limits.ts";

const route = endpoint({
  POST: forMembers({
    refuses: [404],
    summary: "聴いた音声と位置を履歴に残します。",
    reply: doneReply,
    limit: rateLimits.listen,
    body: listeningSchema,
    async answer({ viewer, body }) {
      await noteListening({ viewer, ...body });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
