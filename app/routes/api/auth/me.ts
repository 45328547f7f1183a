import { endpoint, forMembers } from "#app/http/endpoint.server.ts";

const route = endpoint({
  GET: forMembers({
    answer: async ({ viewer }) => ({ id: viewer.id, customUserId: viewer.customUserId }),
  }),
});
export const loader = route.loader;
export const action = route.action;
