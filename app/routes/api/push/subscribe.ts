import { doneReply } from "#app/features/done.schema.ts";
import { subscribeSchema, unsubscribeSchema } from "#app/features/push/push.schema.ts";
import { subscribeToPush } from "#app/features/push/subscribe-to-push.server.ts";
import { unsubscribeFromPush } from "#app/features/push/unsubscribe-from-push.server.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";
import { rateLimits } from "#app/http/rate-limits.ts";
import { requireSessionId } from "#app/http/session.server.ts";

const route = endpoint({
  POST: forMembers({
    summary: "このブラウザへのプッシュ通知を始めます。",
    description:
      "本文はブラウザのPushSubscriptionをJSONにしたものです。ログアウトすると終わります。1人10台までで、超えると最も古い端末が外れます。",
    reply: doneReply,
    limit: rateLimits.subscribeToPush,
    body: subscribeSchema,
    async answer({ request, url, viewer, body }) {
      await subscribeToPush({ viewer, sessionId: requireSessionId(request, url), subscription: body });
      return { success: true };
    },
  }),
  DELETE: forMembers({
    summary: "プッシュ通知を止めます。",
    description: "止まっている購読を指定しても成功します。",
    reply: doneReply,
    limit: rateLimits.subscribeToPush,
    body: unsubscribeSchema,
    async answer({ viewer, body }) {
      await unsubscribeFromPush({ viewer, of: body });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
