import { readNotificationsBody, unreadCountReply } from "#app/features/notifications/notifications.schema.ts";
import { markNotificationsRead } from "#app/features/notifications/server/mark-notifications-read.server.ts";
import { countUnread } from "#app/features/notifications/unread/server/count-unread.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  POST: forMembers({
    summary: "いくつかの通知をまとめて既読にし、未読の通知の数を返します。",
    description: "それぞれ、まとめて表示されたものごと既読にします。取り消された通知は無視します。",
    reply: unreadCountReply,
    limit: rateLimits.readNotifications,
    body: readNotificationsBody,
    async answer({ viewer, body }) {
      await markNotificationsRead({ viewer, ids: body.ids });
      return { count: await countUnread({ userId: viewer.id }) };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
