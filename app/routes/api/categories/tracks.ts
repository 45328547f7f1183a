import { listTrackCategories } from "#app/features/categories/list-track-categories.server.ts";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";

/** The most that are listed. */
const most = 100;

const route = endpoint({
  GET: forAnyone({
    answer: async () =>
      (await listTrackCategories(most)).map(({ name, usageCount }) => ({ category: name, usageCount })),
  }),
});
export const loader = route.loader;
export const action = route.action;
