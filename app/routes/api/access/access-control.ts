import { accessReply } from "#app/features/access/access.schema.ts";
import { accessReason } from "#app/features/access/access.ts";
import { hasSessionCookie } from "#app/http/auth/session.server.ts";
import { endpoint, forAnyone } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  GET: forAnyone({
    summary: "サービスを利用できるかどうかを調べます。",
    reply: accessReply,
    async answer({ request, url, viewer }) {
      const reason = accessReason({ viewer, hasSession: hasSessionCookie(request, url) });
      return { hasAccess: reason === "ok", reason };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
