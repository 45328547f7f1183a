import type { StripeAccount } from "./account.ts";
import { day } from "./calendar.ts";
import type * as Stored from "./objects.ts";

/** Open for a day. */
export function newCheckoutSession(
  account: StripeAccount,
  o: Pick<
    Stored.CheckoutSession,
    "cancel_url" | "client_reference_id" | "customer" | "locale" | "metadata" | "success_url"
  > & {
    amount: number;
    submitText: string | null;
    expiresAt: number | null;
    origin: string;
    customerEmail: string | null;
  },
): Stored.CheckoutSession {
  const id = account.newId("cs_test", 58);
  const { amount, submitText, expiresAt, origin, customerEmail, ...given } = o;
  const session: Stored.CheckoutSession = {
    id,
    object: "checkout.session",
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: account.clock.now,
    currency: "jpy",
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: submitText === null ? null : { message: submitText },
      terms_of_service_acceptance: null,
    },
    customer_account: null,
    customer_creation: given.customer ? null : "always",
    customer_details: null,
    customer_email: customerEmail,
    discounts: [],
    expires_at: expiresAt ?? account.clock.now + day,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    managed_payments: null,
    mode: "subscription",
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: "always",
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    payment_status: "unpaid",
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: null,
    subscription: null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: `${origin}/c/pay/${id}`,
    wallet_options: null,
    ...given,
  };
  account.checkoutSessions.set(id, session);
  return session;
}

export function newPortalSession(
  account: StripeAccount,
  o: { customer: string; returnUrl: string | null; origin: string; locale: Stored.PortalSession["locale"] },
): Stored.PortalSession {
  const session: Stored.PortalSession = {
    id: account.newId("bps"),
    object: "billing_portal.session",
    configuration: account.newId("bpc"),
    created: account.clock.now,
    customer: o.customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: o.locale,
    on_behalf_of: null,
    return_url: o.returnUrl,
    url: `${o.origin}/p/session/${account.newId("test", 40)}`,
  };
  account.portalSessions.set(session.id, session);
  return session;
}
