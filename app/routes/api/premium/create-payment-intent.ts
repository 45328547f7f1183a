import { startPayment } from "#app/features/premium/subscription/purchase/start-payment.server.ts";
import {
  startPaymentBody,
  startPaymentReply,
} from "#app/features/premium/subscription/subscription.schema.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  POST: forMembers({
    summary: "プレミアムのお申し込みを始めます。",
    description: "何度呼んでも、お申し込みはひとつです。お支払いはブラウザで、Stripeに対して確定します。",
    reply: startPaymentReply,
    errorStatuses: [409, 501, 503],
    limit: rateLimits.startPayment,
    body: startPaymentBody,
    answer: ({ viewer, body: { email = viewer.email, name = viewer.name } }) =>
      startPayment({ viewer, email, name }),
  }),
});
export const loader = route.loader;
export const action = route.action;
