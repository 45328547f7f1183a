import { importReadingsSchema, importReply } from "#app/features/readings/readings.schema.ts";
import { importReadings } from "#app/features/readings/server/import-readings.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { dictionaryBytes } from "#app/http/limits/body-limit.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  POST: forMembers({
    summary: "読み辞書に、CSVかJSONの言葉をまとめて取り込みます。",
    reply: importReply,
    limit: rateLimits.changeReadings,
    body: importReadingsSchema,
    maxBytes: dictionaryBytes,
    answer: async ({ viewer, body }) => ({
      imported: await importReadings({ owner: { kind: "member", viewer }, text: body.text }),
    }),
  }),
});
export const loader = route.loader;
export const action = route.action;
