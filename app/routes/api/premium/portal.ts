import { openPortal } from "#app/features/premium/subscription/changes/open-portal.server.ts";
import { portalReply } from "#app/features/premium/subscription/subscription.schema.ts";
import { endpoint, forSubscribers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  POST: forSubscribers({
    summary: "お支払いの管理画面（カード、領収書）を開きます。",
    reply: portalReply,
    errorStatuses: [409, 501, 503],
    limit: rateLimits.changeSubscription,
    answer: ({ viewer, url }) => openPortal({ viewer, origin: url.origin }),
  }),
});
export const loader = route.loader;
export const action = route.action;
