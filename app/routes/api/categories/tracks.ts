import { trackCategoriesReply } from "#app/features/categories/categories.schema.ts";
import { listTrackCategories } from "#app/features/categories/find-categories.server.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";

/** Max number of listed categories. */
const maxCategories = 100;

const route = endpoint({
  GET: forAnyone({
    summary: "公開中の音声についているカテゴリを、よく使われる順に返します。",
    reply: trackCategoriesReply,
    answer: async ({ viewer }) =>
      (await listTrackCategories({ viewer, limit: maxCategories })).map(({ name, usageCount }) => ({
        category: name,
        usageCount,
      })),
  }),
});
export const loader = route.loader;
export const action = route.action;
