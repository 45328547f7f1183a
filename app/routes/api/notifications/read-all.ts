import { markAllNotificationsRead } from "#app/features/notifications/server/mark-notifications-read.server.ts";
import { doneReply } from "#app/features/replies.schema.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  POST: forMembers({
    summary: "すべての通知を既読にします。",
    reply: doneReply,
    limit: rateLimits.readNotifications,
    async answer({ viewer }) {
      await markAllNotificationsRead({ viewer });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
