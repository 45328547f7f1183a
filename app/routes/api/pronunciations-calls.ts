import { findReadingSample } from "#app/features/creation/readings/find-reading-sample.server.ts";
import {
  importPronunciationsSchema,
  importReply,
  pronunciationParams,
  pronunciationReply,
  pronunciationSchema,
  pronunciationsReply,
  readingSampleQuery,
} from "#app/features/pronunciations/pronunciations.schema.ts";
import { listPronunciations } from "#app/features/pronunciations/server/list-pronunciations.server.ts";
import {
  deletePronunciation,
  importPronunciations,
  savePronunciation,
} from "#app/features/pronunciations/server/pronunciation-verbs.server.ts";
import type { CallTable } from "#app/http/core/call-table.server.ts";
import { forMembers } from "#app/http/core/endpoint.server.ts";
import { dictionaryBytes } from "#app/http/limits/body-limit.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

export const pronunciationsCalls: CallTable = {
  "/api/readings": {
    GET: forMembers({
      summary: "自分の読み辞書を返します。",
      reply: pronunciationsReply,
      handle: ({ viewer }) => listPronunciations(viewer.id),
    }),
    POST: forMembers({
      summary: "読み辞書に言葉を登録します。登録済みの言葉は、読みを変更します。",
      reply: pronunciationReply,
      limit: rateLimits.changePronunciations,
      body: pronunciationSchema,
      handle: ({ viewer, body }) => savePronunciation({ owner: { kind: "member", viewer }, entry: body }),
    }),
  },
  "/api/readings/import": {
    POST: forMembers({
      summary: "読み辞書に、CSVかJSONの言葉をまとめて取り込みます。",
      reply: importReply,
      limit: rateLimits.changePronunciations,
      body: importPronunciationsSchema,
      maxBytes: dictionaryBytes,
      handle: async ({ viewer, body }) => ({
        imported: await importPronunciations({ owner: { kind: "member", viewer }, text: body.text }),
      }),
    }),
  },
  "/api/readings/sample": {
    GET: forMembers({
      summary: "言葉の読みとアクセントを声で返します。",
      description: "読みと、そのあとに続く言葉を読んだ、1秒ほどのMP3です。",
      produces: "audio/mpeg",
      limit: rateLimits.hearVoice,
      query: readingSampleQuery,
      async handle({ viewer, query }) {
        const bytes = await findReadingSample({ viewer, ...query });
        return new Response(bytes, {
          headers: { "Content-Type": "audio/mpeg", "Cache-Control": "private, max-age=300" },
        });
      },
    }),
  },
  "/api/readings/:id": {
    DELETE: forMembers({
      summary: "読み辞書から言葉を削除します。",
      limit: rateLimits.changePronunciations,
      params: pronunciationParams,
      does: ({ viewer, params }) => deletePronunciation({ owner: { kind: "member", viewer }, id: params.id }),
    }),
  },
};
