import { cancelSubscription } from "#app/features/premium/subscription/changes/cancel-subscription.server.ts";
import { membershipReply } from "#app/features/premium/subscription/subscription.schema.ts";
import { endpoint, forSubscribers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  POST: forSubscribers({
    summary: "プレミアムを解約します。お支払い済みの期間は終わりまで使えます。",
    reply: membershipReply,
    errorStatuses: [409, 501, 503],
    limit: rateLimits.changeSubscription,
    answer: ({ viewer }) => cancelSubscription({ viewer }),
  }),
});
export const loader = route.loader;
export const action = route.action;
