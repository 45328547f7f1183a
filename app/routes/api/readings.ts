import {
  importReadingsSchema,
  importReply,
  readingParams,
  readingReply,
  readingSchema,
  readingsReply,
} from "#app/features/readings/readings.schema.ts";
import { listReadings } from "#app/features/readings/server/list-readings.server.ts";
import {
  deleteReading,
  importReadings,
  saveReading,
} from "#app/features/readings/server/reading-verbs.server.ts";
import { doneReply } from "#app/features/replies.schema.ts";
import type { CallTable } from "#app/http/core/call-table.server.ts";
import { forMembers } from "#app/http/core/endpoint.server.ts";
import { dictionaryBytes } from "#app/http/limits/body-limit.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

/** The member's own readings of words. */
export const readingsCalls: CallTable = {
  "/api/readings": {
    GET: forMembers({
      summary: "自分の読み辞書を返します。",
      reply: readingsReply,
      handle: ({ viewer }) => listReadings(viewer.id),
    }),
    POST: forMembers({
      summary: "読み辞書に言葉を登録します。登録済みの言葉は、読みを変更します。",
      reply: readingReply,
      limit: rateLimits.changeReadings,
      body: readingSchema,
      handle: ({ viewer, body }) => saveReading({ owner: { kind: "member", viewer }, entry: body }),
    }),
  },
  "/api/readings/import": {
    POST: forMembers({
      summary: "読み辞書に、CSVかJSONの言葉をまとめて取り込みます。",
      reply: importReply,
      limit: rateLimits.changeReadings,
      body: importReadingsSchema,
      maxBytes: dictionaryBytes,
      handle: async ({ viewer, body }) => ({
        imported: await importReadings({ owner: { kind: "member", viewer }, text: body.text }),
      }),
    }),
  },
  "/api/readings/:id": {
    DELETE: forMembers({
      summary: "読み辞書から言葉を削除します。",
      reply: doneReply,
      limit: rateLimits.changeReadings,
      params: readingParams,
      async handle({ viewer, params }) {
        await deleteReading({ owner: { kind: "member", viewer }, id: params.id });
        return { success: true };
      },
    }),
  },
};
