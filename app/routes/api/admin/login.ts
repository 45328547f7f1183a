import { adminSignInBody } from "#app/features/admin/session/admin-session.schema.ts";
import { doneReply } from "#app/features/replies.schema.ts";
import { signInToConsole } from "#app/http/auth/admin-session.server.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  POST: forAnyone({
    summary: "管理画面にログインします。",
    description:
      "ログインはCookieで保ちます。12時間で終わり、`rememberMe`が`true`なら30日で終わります。会員のログインとは別のものです。",
    reply: doneReply,
    errorStatuses: [401, 503],
    limit: rateLimits.adminPassword,
    body: adminSignInBody,
    async answer({ request, context, body }) {
      await signInToConsole({ request, context, typed: { ...body, rememberMe: body.rememberMe ?? false } });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
