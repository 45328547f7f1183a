import { z } from "zod";
import { newCheckoutSession, newPortalSession } from "../account/new-sessions.ts";
import { toJson } from "../account/objects.ts";
import { expireSession } from "../billing/due.ts";
import { endpoint, mergeMetadata, notModeled, required } from "./endpoint.ts";
import { badRequest } from "./errors.ts";
import { flag, integer, listParameters, metadata, parameters, text, timestamp } from "./parameters.ts";
import { listPage } from "./render.ts";
import { trialSettings } from "./subscription-endpoints.ts";

const address = z.url({ protocol: /^https?$/ });
const locale = z.enum(["auto", "ja", "en"]);

const creation = parameters({
  mode: z.literal("subscription"),
  ui_mode: z.literal("hosted_page").optional(),
  customer: text.optional(),
  customer_email: text.optional(),
  client_reference_id: z.string().min(1).max(200).optional(),
  line_items: z.array(z.strictObject({ price: text, quantity: integer.pipe(z.number().min(1)) })),
  success_url: address,
  cancel_url: address.optional(),
  expires_at: timestamp.optional(),
  locale: locale.optional(),
  metadata,
  payment_method_types: z.array(z.literal("card")).optional(),
  allowed_payment_method_types: z.array(z.literal("card")).optional(),
  payment_method_collection: z.enum(["always", "if_required"]).optional(),
  billing_address_collection: z.enum(["auto", "required"]).optional(),
  allow_promotion_codes: flag.optional(),
  custom_text: z.strictObject({ submit: z.strictObject({ message: text.max(1200) }).optional() }).optional(),
  subscription_data: z
    .strictObject({
      metadata,
      description: text.optional(),
      trial_end: timestamp.optional(),
      // A hosted page always asks for a card.
      trial_settings: trialSettings,
    })
    .optional(),
});

export const checkoutEndpoints = [
  endpoint("POST", "/v1/checkout/sessions", creation, ({ account, origin }, o) => {
    const now = account.clock.now;
    if (o.customer && o.customer_email)
      throw badRequest("You may only specify one of these parameters: customer, customer_email.", {
        code: "parameters_exclusive",
      });
    if (o.customer) required(account.customers, "customer", o.customer, "customer");
    const [line] = o.line_items;
    if (!line || o.line_items.length > 1) throw notModeled("sessions with several lines", "line_items");
    const price = required(account.prices, "price", line.price, "line_items[0][price]");
    if (o.expires_at && (o.expires_at < now + 30 * 60 || o.expires_at > now + 24 * 60 * 60))
      throw badRequest(
        "The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.",
        { param: "expires_at" },
      );
    const trialEnd = o.subscription_data?.trial_end ?? null;
    if (trialEnd && trialEnd < now + 2 * 24 * 60 * 60)
      throw badRequest("The `trial_end` date has to be at least 2 days in the future.", {
        param: "subscription_data[trial_end]",
      });
    const session = newCheckoutSession(account, {
      amount: trialEnd ? 0 : (price.unit_amount ?? 0) * line.quantity,
      cancel_url: o.cancel_url ?? null,
      client_reference_id: o.client_reference_id ?? null,
      customer: o.customer ?? null,
      customerEmail: o.customer_email ?? null,
      expiresAt: o.expires_at ?? null,
      locale: o.locale ?? null,
      metadata: mergeMetadata({}, o.metadata),
      origin,
      submitText: o.custom_text?.submit?.message ?? null,
      success_url: o.success_url,
    });
    account.sessionOrders.set(session.id, {
      price,
      quantity: line.quantity,
      metadata: mergeMetadata({}, o.subscription_data?.metadata),
      description: o.subscription_data?.description ?? null,
      trialEnd,
    });
    return session;
  }),

  endpoint(
    "GET",
    "/v1/checkout/sessions",
    listParameters({
      customer: text.optional(),
      subscription: text.optional(),
      status: z.enum(["open", "complete", "expired"]).optional(),
    }),
    ({ account, url }, o) =>
      listPage(
        [...account.checkoutSessions.values()].filter(
          (one) =>
            (o.customer === undefined || one.customer === o.customer) &&
            (o.subscription === undefined || one.subscription === o.subscription) &&
            (o.status === undefined || one.status === o.status),
        ),
        o,
        url,
      ),
  ),

  endpoint("GET", "/v1/checkout/sessions/:id", parameters({}), ({ account, id }) =>
    required(account.checkoutSessions, "checkout.session", id),
  ),

  endpoint("POST", "/v1/checkout/sessions/:id/expire", parameters({}), ({ account, id }) => {
    const session = required(account.checkoutSessions, "checkout.session", id);
    if (session.status !== "open")
      throw badRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      );
    expireSession(account, session);
    return session;
  }),

  endpoint(
    "POST",
    "/v1/billing_portal/sessions",
    parameters({
      customer: text,
      return_url: address.optional(),
      locale: locale.optional(),
      configuration: text.optional(),
    }),
    ({ account, origin }, o) => {
      required(account.customers, "customer", o.customer, "customer");
      const session = newPortalSession(account, {
        customer: o.customer,
        returnUrl: o.return_url ?? null,
        locale: o.locale ?? null,
        origin,
      });
      account.emit("billing_portal.session.created", session);
      return toJson(session);
    },
  ),
];
