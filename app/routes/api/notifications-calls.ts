import { z } from "zod";
import { openEventStream } from "#app/features/events/server/event-stream.server.ts";
import {
  notificationParams,
  notificationReply,
  readNotificationsBody,
  unreadCountReply,
} from "#app/features/notifications/notifications.schema.ts";
import { listNotifications } from "#app/features/notifications/server/find-notifications.server.ts";
import {
  markAllNotificationsRead,
  markNotificationRead,
  markNotificationsRead,
} from "#app/features/notifications/server/mark-notifications-read.server.ts";
import { presentNotification } from "#app/features/notifications/server/present-notification.server.ts";
import { countUnread, unreadCountResponse } from "#app/features/notifications/unread/count-unread.server.ts";
import { readAdminSession } from "#app/http/auth/admin-session-cookie.server.ts";
import { readSession } from "#app/http/auth/session-cookie.server.ts";
import type { CallTable } from "#app/http/core/call-table.server.ts";
import { eventStreamHeaders, forMembers, forMembersOrAdmin } from "#app/http/core/endpoint.server.ts";
import { pageQuery, pageResponse } from "#app/http/core/pagination.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

export const notificationsCalls: CallTable = {
  "/api/notifications": {
    GET: forMembers({
      summary: "通知を新しい順に返します。",
      description: "同じ日のフォローと、同じ日の同じ音声へのいいねは、それぞれ1つにまとめます。",
      reply: z.array(notificationReply),
      query: z.object(pageQuery),
      async handle({ viewer, query, url }) {
        const { groups, next } = await listNotifications({ viewer, ...query });
        return pageResponse(url, { items: groups.map(presentNotification), next });
      },
    }),
  },
  // `app/http/fast-path/unread-fast-path.server.ts` answers members, before the router; everybody else is answered here.
  "/api/notifications/unread-count": {
    GET: forMembers({
      summary: "未読の通知の数を返します。",
      reply: unreadCountReply,
      otherStatuses: { 304: "数は変わっていません。" },
      async handle({ viewer, request }) {
        const count = await countUnread({ userId: viewer.id });
        const { body, ...rest } = unreadCountResponse(count, request.headers.get("If-None-Match"));
        return new Response(body, rest);
      },
    }),
  },
  "/api/notifications/stream": {
    GET: forMembersOrAdmin({
      summary: "自分に関わる変化を、起こるたびに知らせます。",
      description: [
        'Server-Sent Eventsです。名前のないイベント`{"count":3}`は、未読の通知の数です。',
        "`change`は変わったものの一覧で、`tasks`は音声を作る作業、`payments`はプレミアム、`playback`は再生の続き、`console`は管理画面の作業です。",
        "つないだときと、変わったときに届きます。`topics`は、このつながりで届くものの一覧です。ログアウトすると終わります。",
      ].join(""),
      produces: "text/event-stream",
      errorStatuses: [429],
      async handle({ viewer, admin, request, url }) {
        // A HEAD request must not open a stream.
        if (request.method === "HEAD") return new Response(null, { headers: eventStreamHeaders });
        const [userId, adminId] = [viewer?.id ?? null, admin?.id ?? null];
        const isSignedIn = async () => {
          const user = userId === null ? null : await readSession(request, url);
          const isMember = user?.id === userId && user?.state === "approved";
          const isAdmin = adminId === null || (await readAdminSession(request, url))?.id === adminId;
          return (userId === null || isMember) && isAdmin;
        };
        const { signal } = request;
        const stream = openEventStream({ userId, adminId, isSignedIn, countUnread, signal });
        return new Response(stream, { headers: eventStreamHeaders });
      },
    }),
  },
  "/api/notifications/read-all": {
    POST: forMembers({
      summary: "すべての通知を既読にします。",
      limit: rateLimits.readNotifications,
      does: ({ viewer }) => markAllNotificationsRead({ viewer }),
    }),
  },
  "/api/notifications/read": {
    POST: forMembers({
      summary: "いくつかの通知をまとめて既読にし、未読の通知の数を返します。",
      description: "それぞれ、まとめて表示されたものごと既読にします。取り消された通知は無視します。",
      reply: unreadCountReply,
      limit: rateLimits.readNotifications,
      body: readNotificationsBody,
      async handle({ viewer, body }) {
        await markNotificationsRead({ viewer, ids: body.ids });
        return { count: await countUnread({ userId: viewer.id }) };
      },
    }),
  },
  "/api/notifications/:id/read": {
    POST: forMembers({
      summary: "通知を、まとめて表示されたものごと既読にします。",
      description: "そのあとに加わったものは未読のままです。",
      limit: rateLimits.readNotifications,
      params: notificationParams,
      does: ({ viewer, params }) => markNotificationRead({ viewer, id: params.id }),
    }),
  },
};
