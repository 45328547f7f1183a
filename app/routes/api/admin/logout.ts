import { doneReply } from "#app/features/replies.schema.ts";
import { signOutOfConsole } from "#app/http/auth/admin-session.server.ts";
import { endpoint, forAdmin } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  POST: forAdmin({
    summary: "管理画面からログアウトします。",
    description: "会員としてのログインと、端末に保存したものは、そのままです。",
    reply: doneReply,
    async answer({ context }) {
      await signOutOfConsole(context);
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
