import { unreadCountReply } from "#app/features/notifications/notifications.schema.ts";
import { countUnread } from "#app/features/notifications/server/count-unread.server.ts";
import { unreadCountAnswer } from "#app/features/notifications/unread-count-answer.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";

// Members are answered beside the router (`http/unread-beside-router.server.ts`), everybody else here.
const route = endpoint({
  GET: forMembers({
    summary: "未読の通知の数を返します。",
    reply: unreadCountReply,
    further: { 304: "数は変わっていません。" },
    async answer({ viewer, request }) {
      const count = await countUnread({ userId: viewer.id });
      const { body, ...rest } = unreadCountAnswer(count, request.headers.get("If-None-Match"));
      return new Response(body, rest);
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
