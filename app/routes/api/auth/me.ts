import { meReply } from "#app/features/accounts/accounts.schema.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forMembers({
    summary: "自分のidとユーザーIDを返します。",
    reply: meReply,
    answer: async ({ viewer }) => ({ id: viewer.id, customUserId: viewer.customUserId }),
  }),
});
export const loader = route.loader;
export const action = route.action;
