import { pauseSubscription } from "#app/features/premium/subscription/changes/pause-subscription.server.ts";
import { membershipReply } from "#app/features/premium/subscription/subscription.schema.ts";
import { endpoint, forSubscribers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  POST: forSubscribers({
    summary: "プレミアムを、お支払い済みの期間の終わりから90日間一時停止します。",
    reply: membershipReply,
    errorStatuses: [409, 501, 503],
    limit: rateLimits.changeSubscription,
    answer: ({ viewer }) => pauseSubscription({ viewer }),
  }),
});
export const loader = route.loader;
export const action = route.action;
