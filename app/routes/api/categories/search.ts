import { suggestionQuery } from "#app/features/categories/categories.schema.ts";
import { searchCategories } from "#app/features/categories/search-categories.server.ts";
import { endpoint, forAnyone } from "#app/http/endpoint.server.ts";

const route = endpoint({
  GET: forAnyone({
    query: suggestionQuery,
    answer: ({ query }) => searchCategories({ query: query.q, limit: query.limit }),
  }),
});
export const loader = route.loader;
export const action = route.action;
