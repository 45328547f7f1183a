import { Conflict } from "#app/features/domain-error.ts";
import { confirmPayment } from "#app/features/premium/subscription/purchase/confirm-payment.server.ts";
import {
  confirmPaymentBody,
  confirmPaymentReply,
} from "#app/features/premium/subscription/subscription.schema.ts";
import { endpoint, forMembers } from "#app/http/core/endpoint.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const route = endpoint({
  POST: forMembers({
    summary: "お支払いの結果を確認します。",
    description: "本人のご契約をStripeに確かめて反映します。お支払いが確認できるまでは409です。",
    reply: confirmPaymentReply,
    errorStatuses: [409, 501, 503],
    limit: rateLimits.confirmPayment,
    body: confirmPaymentBody,
    async answer({ viewer, body }) {
      const { state, premiumEndDate } = await confirmPayment({ viewer, ...body });
      if (state !== "paid") throw new Conflict("お支払いがまだ確認できていません。");
      return { premiumEndDate };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
