import { openUnreadStream } from "#app/features/notifications/server/unread-stream.server.ts";
import { endpoint, forMembers } from "#app/http/endpoint.server.ts";
import { readSession } from "#app/http/session.server.ts";

const headers = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store",
  // nginx would hold events back.
  "X-Accel-Buffering": "no",
};

const route = endpoint({
  GET: forMembers({
    summary: "未読の通知の数を、変わるたびに知らせます。",
    description:
      'Server-Sent Eventsです。つないだときと、数が変わったときに`{"count":3}`が届きます。ログアウトすると終わります。',
    produces: "text/event-stream",
    refuses: [429],
    async answer({ viewer, request, url }) {
      // Nobody reads on after the head.
      if (request.method === "HEAD") return new Response(null, { headers });
      const isIn = async () => {
        const someone = await readSession(request, url);
        return someone?.id === viewer.id && someone.state === "approved";
      };
      const { signal } = request;
      return new Response(openUnreadStream({ userId: viewer.id, isIn, signal }), { headers });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
