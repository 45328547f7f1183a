import { trackCategoriesReply } from "#app/features/categories/categories.schema.ts";
import { listTrackCategories } from "#app/features/categories/list-track-categories.server.ts";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";

/** The most that are listed. */
const most = 100;

const route = endpoint({
  GET: forAnyone({
    summary: "公開中の音声についているカテゴリを、よく使われる順に返します。",
    reply: trackCategoriesReply,
    answer: async () =>
      (await listTrackCategories(most)).map(({ name, usageCount }) => ({ category: name, usageCount })),
  }),
});
export const loader = route.loader;
export const action = route.action;
