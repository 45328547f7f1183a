import { openUnreadStream } from "#app/features/notifications/unread/server/unread-stream.server.ts";
import { readSession } from "#app/http/auth/session.server.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";

const headers = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store",
  // Disables response buffering in nginx.
  "X-Accel-Buffering": "no",
};

const route = endpoint({
  GET: forMembers({
    summary: "未読の通知の数を、変わるたびに知らせます。",
    description:
      'Server-Sent Eventsです。つないだときと、数が変わったときに`{"count":3}`が届きます。ログアウトすると終わります。',
    produces: "text/event-stream",
    errorStatuses: [429],
    async answer({ viewer, request, url }) {
      // A HEAD request must not open a stream.
      if (request.method === "HEAD") return new Response(null, { headers });
      const isSignedIn = async () => {
        const sessionUser = await readSession(request, url);
        return sessionUser?.id === viewer.id && sessionUser.state === "approved";
      };
      const { signal } = request;
      return new Response(openUnreadStream({ userId: viewer.id, isSignedIn, signal }), { headers });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
