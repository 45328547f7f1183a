import { unreadCountReply } from "#app/features/notifications/notifications.schema.ts";
import {
  countUnread,
  unreadCountResponse,
} from "#app/features/notifications/unread/server/count-unread.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";

// Members are answered beside the router (`app/http/fast-path/unread-fast-path.server.ts`), everybody else here.
const route = endpoint({
  GET: forMembers({
    summary: "未読の通知の数を返します。",
    reply: unreadCountReply,
    otherStatuses: { 304: "数は変わっていません。" },
    async answer({ viewer, request }) {
      const count = await countUnread({ userId: viewer.id });
      const { body, ...rest } = unreadCountResponse(count, request.headers.get("If-None-Match"));
      return new Response(body, rest);
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
