import { vapidKeyReply } from "#app/features/push/push.schema.ts";
import { vapidKeys } from "#app/features/push/server/vapid-keys.server.ts";
import { endpoint, forPublic } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forPublic({
    summary: "プッシュ通知の購読に使う公開鍵を返します。",
    reply: vapidKeyReply,
    async answer() {
      const { publicKey } = await vapidKeys();
      return { publicKey };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
