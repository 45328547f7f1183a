import { reactivateSubscription } from "#app/features/premium/subscription/changes/reactivate-subscription.server.ts";
import { membershipReply } from "#app/features/premium/subscription/subscription.schema.ts";
import { endpoint, forSubscribers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  POST: forSubscribers({
    summary: "解約を取り消します。",
    reply: membershipReply,
    errorStatuses: [409, 501, 503],
    limit: rateLimits.changeSubscription,
    answer: ({ viewer }) => reactivateSubscription({ viewer }),
  }),
});
export const loader = route.loader;
export const action = route.action;
