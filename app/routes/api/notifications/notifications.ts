import { z } from "zod";
import { notificationReply } from "#app/features/notifications/notifications.schema.ts";
import { listNotifications } from "#app/features/notifications/server/find-notifications.server.ts";
import { presentNotification } from "#app/features/notifications/server/present-notification.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { pageQuery, pageResponse } from "#app/http/core/pagination.ts";

const route = endpoint({
  GET: forMembers({
    summary: "通知を新しい順に返します。",
    description: "同じ日のフォローと、同じ日の同じ音声へのいいねは、それぞれ1つにまとめます。",
    reply: z.array(notificationReply),
    query: z.object(pageQuery),
    async answer({ viewer, query, url }) {
      const { groups, next } = await listNotifications({ viewer, ...query });
      return pageResponse(url, { items: groups.map(presentNotification), next });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
