import { adminSignInBody, adminStatusReply } from "#app/features/admin/session/admin-session.schema.ts";
import { subscribeSchema, unsubscribeSchema } from "#app/features/push/push.schema.ts";
import { subscribeOperator, unsubscribeOperator } from "#app/features/push/server/operator-devices.server.ts";
import { signInToConsole, signOutOfConsole } from "#app/http/auth/admin-session-cookie.server.ts";
import { operatorPushCookie } from "#app/http/cookies/operator-push-cookie.ts";
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
      errorStatuses: [401, 503],
      limit: rateLimits.adminPassword,
      body: adminSignInBody,
      does: ({ request, context, body }) =>
        signInToConsole({ request, context, typed: { ...body, rememberMe: body.rememberMe ?? false } }),
    }),
  },
  "/api/admin/push": {
    POST: forAdmin({
      summary: "このブラウザへの、運営者の通知を始めます。",
      description:
        "本文はブラウザのPushSubscriptionをJSONにしたものです。管理画面からログアウトしても続きます。1人10台までで、超えると最も古い端末が外れます。",
      body: subscribeSchema,
      async does({ request, context, url, admin, body }) {
        const id = await subscribeOperator({
          operatorId: admin.operatorId,
          deviceInfo: request.headers.get("user-agent") ?? "",
          subscription: body,
        });
        context.setCookie(operatorPushCookie(id, url));
      },
    }),
    DELETE: forAdmin({
      summary: "このブラウザへの、運営者の通知を止めます。",
      description: "止まっている購読を指定しても成功します。",
      body: unsubscribeSchema,
      async does({ context, url, admin, body }) {
        await unsubscribeOperator({ operatorId: admin.operatorId, of: body });
        context.setCookie(operatorPushCookie("", url));
      },
    }),
  },
  "/api/admin/logout": {
    POST: forAdmin({
      summary: "管理画面からログアウトします。",
      description: "会員としてのログインと、端末に保存したものは、そのままです。",
      does: ({ context }) => signOutOfConsole(context),
    }),
  },
};
