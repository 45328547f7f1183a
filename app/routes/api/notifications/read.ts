import { doneReply } from "#app/features/done.schema.ts";
import { notificationParams } from "#app/features/notifications/notifications.schema.ts";
import { readNotification } from "#app/features/notifications/server/read-notification.server.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";
import { rateLimits } from "#app/http/rate-limits.ts";

const route = endpoint({
  POST: forMembers({
    summary: "通知を、まとめて表示されたものごと既読にします。",
    description: "そのあとに加わったものは未読のままです。",
    reply: doneReply,
    limit: rateLimits.readNotifications,
    params: notificationParams,
    async answer({ viewer, params }) {
      await readNotification({ viewer, id: params.id });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
