import { adminSignInBody, adminStatusReply } from "#app/features/admin/session/admin-session.schema.ts";
import { doneReply } from "#app/features/replies.schema.ts";
import { signInToConsole, signOutOfConsole } from "#app/http/auth/admin-session-cookie.server.ts";
import type { CallTable } from "#app/http/core/call-table.server.ts";
import { forAdmin, forAnyone } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

export const adminSessionCalls: CallTable = {
  "/api/admin/status": {
    GET: forAnyone({
      summary: "管理画面にログインしているかどうかを返します。",
      reply: adminStatusReply,
      handle: async ({ context }) => ({ authenticated: (await context.admin()) !== null }),
    }),
  },
  "/api/admin/login": {
    POST: forAnyone({
      summary: "管理画面にログインします。",
      description:
        "ログインはCookieで保ちます。12時間で終わり、`rememberMe`が`true`なら30日、使わなければ7日で終わります。会員のログインとは別のものです。",
      reply: doneReply,
      errorStatuses: [401, 503],
      limit: rateLimits.adminPassword,
      body: adminSignInBody,
      async handle({ request, context, body }) {
        await signInToConsole({ request, context, typed: { ...body, rememberMe: body.rememberMe ?? false } });
        return { success: true };
      },
    }),
  },
  "/api/admin/logout": {
    POST: forAdmin({
      summary: "管理画面からログアウトします。",
      description: "会員としてのログインと、端末に保存したものは、そのままです。",
      reply: doneReply,
      async handle({ context }) {
        await signOutOfConsole(context);
        return { success: true };
      },
    }),
  },
};
