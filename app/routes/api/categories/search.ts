import { z } from "zod";
import { categoryReply, suggestionQuery } from "#app/features/categories/categories.schema.ts";
import { searchCategories } from "#app/features/categories/find-categories.server.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "入力中の文字に合うカテゴリを返します。",
    reply: z.array(categoryReply),
    query: suggestionQuery,
    answer: ({ viewer, query }) => searchCategories({ viewer, query: query.q, limit: query.limit }),
  }),
});
export const loader = route.loader;
export const action = route.action;
