import { z } from "zod";
import { notificationReply } from "#app/features/notifications/notifications.schema.ts";
import { presentNotification } from "#app/features/notifications/present-notification.ts";
import { listNotifications } from "#app/features/notifications/server/list-notifications.server.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";
import { pageQuery, pageResponse } from "#app/http/page.ts";

const route = endpoint({
  GET: forMembers({
    summary: "通知を新しい順に返します。",
    description: "同じ日のフォローと、同じ日の同じ音声へのいいねは、それぞれ1つにまとめます。",
    reply: z.array(notificationReply),
    query: z.object(pageQuery),
    async answer({ viewer, query, url }) {
      const { bundles, next } = await listNotifications({ viewer, ...query });
      return pageResponse(url, { items: bundles.map(presentNotification), next });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
