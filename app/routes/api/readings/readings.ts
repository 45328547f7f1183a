import { readingReply, readingSchema, readingsReply } from "#app/features/readings/readings.schema.ts";
import { listReadings } from "#app/features/readings/server/list-readings.server.ts";
import { saveReading } from "#app/features/readings/server/save-reading.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  GET: forMembers({
    summary: "自分の読み辞書を返します。",
    reply: readingsReply,
    answer: ({ viewer }) => listReadings(viewer.id),
  }),
  POST: forMembers({
    summary: "読み辞書に言葉を登録します。登録済みの言葉は、読みを変更します。",
    reply: readingReply,
    limit: rateLimits.changeReadings,
    body: readingSchema,
    answer: ({ viewer, body }) => saveReading({ owner: { kind: "member", viewer }, entry: body }),
  }),
});
export const loader = route.loader;
export const action = route.action;
