import { handleStripeEvent } from "#app/features/premium/subscription/server/handle-stripe-event.server.ts";
import { endpoint, forPublic } from "#app/http/core/endpoint.server.ts";

const route = endpoint({
  POST: forPublic({
    summary: "Stripeのイベントを受け取ります。",
    produces: "application/json",
    async handle({ request }) {
      // The signature is over the raw body. Stripe sends no `Origin`, so that its post from elsewhere passes.
      await handleStripeEvent({
        payload: await request.text(),
        signature: request.headers.get("Stripe-Signature"),
      });
      return Response.json({ received: true }, { headers: { "Cache-Control": "no-store" } });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
