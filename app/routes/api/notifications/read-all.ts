import { doneReply } from "#app/features/done.schema.ts";
import { readAll } from "#app/features/notifications/server/read-all.server.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";
import { rateLimits } from "#app/http/rate-limits.ts";

const route = endpoint({
  POST: forMembers({
    summary: "すべての通知を既読にします。",
    reply: doneReply,
    limit: rateLimits.readNotifications,
    async answer({ viewer }) {
      await readAll({ viewer });
      return { success: true };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
