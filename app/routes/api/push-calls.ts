import { publicSessionId } from "#app/features/accounts/sessions/session.server.ts";
import {
  pushStateReply,
  subscribeSchema,
  testPushReply,
  testPushSchema,
  unsubscribeSchema,
  vapidKeyReply,
} from "#app/features/push/push.schema.ts";
import { sendTestPush } from "#app/features/push/server/enqueue-push.server.ts";
import {
  findPushEndpoint,
  subscribeToPush,
  unsubscribeFromPush,
} from "#app/features/push/server/push-devices.server.ts";
import { vapidKeys } from "#app/features/push/server/vapid-keys.server.ts";
import { requireSessionId } from "#app/http/auth/session-cookie.server.ts";
import type { CallTable } from "#app/http/core/call-table.server.ts";
import { forMembers, forPublic } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

export const pushCalls: CallTable = {
  "/api/push/vapid-key": {
    GET: forPublic({
      summary: "プッシュ通知の購読に使う公開鍵を返します。",
      reply: vapidKeyReply,
      async handle() {
        const { publicKey } = await vapidKeys();
        return { publicKey };
      },
    }),
  },
  "/api/push/subscribe": {
    GET: forMembers({
      summary: "このブラウザがプッシュ通知を受け取っているかを返します。",
      reply: pushStateReply,
      async handle({ request, url }) {
        const sessionId = requireSessionId(request, url);
        return { endpoint: await findPushEndpoint(sessionId), session: publicSessionId(sessionId) };
      },
    }),
    POST: forMembers({
      summary: "このブラウザへのプッシュ通知を始めます。",
      description:
        "本文はブラウザのPushSubscriptionをJSONにしたものです。ログアウトすると終わります。1人10台までで、超えると最も古い端末が外れます。",
      limit: rateLimits.subscribeToPush,
      body: subscribeSchema,
      does: ({ request, url, viewer, body }) =>
        subscribeToPush({ viewer, sessionId: requireSessionId(request, url), subscription: body }),
    }),
    DELETE: forMembers({
      summary: "プッシュ通知を止めます。",
      description: "止まっている購読を指定しても成功します。",
      limit: rateLimits.subscribeToPush,
      body: unsubscribeSchema,
      does: ({ viewer, body }) => unsubscribeFromPush({ viewer, of: body }),
    }),
  },
  "/api/notifications/test-push": {
    POST: forMembers({
      summary: "自分の端末にテスト通知を送ります。",
      reply: testPushReply,
      limit: rateLimits.testPush,
      body: testPushSchema,
      async handle({ viewer }) {
        return { success: true, devices: await sendTestPush({ viewer }) };
      },
    }),
  },
};
