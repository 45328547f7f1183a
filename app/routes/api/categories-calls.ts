import { z } from "zod";
import {
  categoryReply,
  categorySchema,
  suggestionQuery,
  trackCategoriesReply,
} from "#app/features/categories/categories.schema.ts";
import {
  addCategory,
  listTrackCategories,
  searchCategories,
} from "#app/features/categories/categories.server.ts";
import type { CallTable } from "#app/http/core/call-table.server.ts";
import { forAnyone, forMembers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const maxCategories = 100;

/** Categories are the labels of tracks. */
export const categoriesCalls: CallTable = {
  "/api/categories": {
    POST: forMembers({
      summary: "カテゴリーを追加します。",
      otherStatuses: { 201: "新しいカテゴリーを追加しました。" },
      reply: categoryReply,
      limit: rateLimits.addCategory,
      body: categorySchema,
      async handle({ viewer, body }) {
        const { category, isNew } = await addCategory({ viewer, name: body.name });
        const headers = { "Cache-Control": "no-store" };
        return Response.json(category, { status: isNew ? 201 : 200, headers });
      },
    }),
  },
  "/api/categories/search": {
    GET: forAnyone({
      summary: "入力中の文字に合うカテゴリーを返します。",
      reply: z.array(categoryReply),
      query: suggestionQuery,
      handle: ({ viewer, query }) => searchCategories({ viewer, query: query.q, limit: query.limit }),
    }),
  },
  "/api/categories/tracks": {
    GET: forAnyone({
      summary: "公開中の音声についているカテゴリーを、よく使われる順に返します。",
      reply: trackCategoriesReply,
      handle: async ({ viewer }) =>
        (await listTrackCategories({ viewer, limit: maxCategories })).map(({ name, usageCount }) => ({
          category: name,
          usageCount,
        })),
    }),
  },
};
