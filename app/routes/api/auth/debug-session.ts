import { debugSessionReply } from "#app/features/accounts/accounts.schema.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "この呼び出しがどのアカウントのものかを調べます。",
    reply: debugSessionReply,
    answer: async ({ viewer }) => ({ authenticated: viewer !== null, userId: viewer?.id ?? null }),
  }),
});
export const loader = route.loader;
export const action = route.action;
