import { adminStatusReply } from "#app/features/admin/session/admin-session.schema.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "管理画面にログインしているかどうかを返します。",
    reply: adminStatusReply,
    answer: async ({ context }) => ({ authenticated: (await context.admin()) !== null }),
  }),
});
export const loader = route.loader;
export const action = route.action;
