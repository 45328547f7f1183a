import { addCategory } from "#app/features/categories/add-category.server.ts";
import { categoryReply, categorySchema } from "#app/features/categories/categories.schema.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  POST: forMembers({
    summary: "カテゴリを追加します。",
    otherStatuses: { 201: "新しいカテゴリを追加しました。" },
    reply: categoryReply,
    limit: rateLimits.addCategory,
    body: categorySchema,
    async answer({ viewer, body }) {
      const { category, isNew } = await addCategory({ viewer, name: body.name });
      const headers = { "Cache-Control": "no-store" };
      return Response.json(category, { status: isNew ? 201 : 200, headers });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
