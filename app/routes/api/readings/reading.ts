import { readingParams } from "#app/features/readings/readings.schema.ts";
import { deleteReading } from "#app/features/readings/server/delete-reading.server.ts";
import { doneReply } from "#app/features/replies.schema.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  DELETE: forMembers({
    summary: "読み辞書から言葉を削除します。",
    reply: doneReply,
    limit: rateLimits.changeReadings,
    params: readingParams,
    async answer({ viewer, params }) {
      await deleteReading({ owner: { kind: "member", viewer }, id: params.id });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
