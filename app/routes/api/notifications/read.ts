import { notificationParams } from "#app/features/notifications/notifications.schema.ts";
import { markNotificationRead } from "#app/features/notifications/server/mark-notifications-read.server.ts";
import { doneReply } from "#app/features/replies.schema.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  POST: forMembers({
    summary: "通知を、まとめて表示されたものごと既読にします。",
    description: "そのあとに加わったものは未読のままです。",
    reply: doneReply,
    limit: rateLimits.readNotifications,
    params: notificationParams,
    async answer({ viewer, params }) {
      await markNotificationRead({ viewer, id: params.id });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
