import Stripe from "stripe";
import type { StripeAccount } from "./account.ts";
import { day } from "./calendar.ts";
import type * as Stored from "./objects.ts";

/** The product of a new account, sold by the month. */
export function newMonthlyPrice(account: StripeAccount, o: { name: string; yen: number }): Stored.Price {
  const created = account.clock.now;
  const product: Stored.Product = {
    id: account.newId("prod", 14),
    object: "product",
    active: true,
    created,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name: o.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: created,
    url: null,
  };
  account.products.set(product.id, product);
  const price: Stored.Price = {
    id: account.newId("price"),
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    created,
    currency: "jpy",
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: product.id,
    recurring: {
      interval: "month",
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: "licensed",
    },
    tax_behavior: "inclusive",
    tiers_mode: null,
    transform_quantity: null,
    type: "recurring",
    unit_amount: o.yen,
    unit_amount_decimal: Stripe.Decimal.from(o.yen),
  };
  account.prices.set(price.id, price);
  return price;
}

/** A customer without a card. */
export function newCustomer(
  account: StripeAccount,
  o: { email: string | null; name: string | null; description: string | null; metadata: Stripe.Metadata },
): Stored.Customer {
  const customer: Stored.Customer = {
    id: account.newId("cus", 14),
    object: "customer",
    address: null,
    balance: 0,
    created: account.clock.now,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    discount: null,
    invoice_prefix: account.newId("pre", 8).slice(4).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
    ...o,
  };
  account.customers.set(customer.id, customer);
  return customer;
}

/** What a new subscription is made from; times in seconds. */
export interface NewSubscription {
  customer: string;
  price: Stored.Price;
  quantity: number;
  metadata: Stripe.Metadata;
  description: string | null;
  periodEnd: number;
  anchor: number;
  trialEnd: number | null;
  defaultPaymentMethod: string | null;
  saveDefaultPaymentMethod: "off" | "on_subscription";
}

/** A subscription whose first period has begun and whose first invoice is not made yet. */
export function newSubscription(account: StripeAccount, o: NewSubscription): Stored.Subscription {
  const id = account.newId("sub");
  const now = account.clock.now;
  const subscription: Stored.Subscription = {
    id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: o.anchor,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    created: now,
    currency: o.price.currency,
    customer: o.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: o.defaultPaymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: o.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: {
      object: "list",
      data: [newItem(account, id, o)],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: o.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: o.saveDefaultPaymentMethod,
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: o.trialEnd ? "trialing" : "incomplete",
    test_clock: null,
    transfer_data: null,
    trial_end: o.trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" },
    },
    trial_start: o.trialEnd && now,
  };
  account.subscriptions.set(id, subscription);
  return subscription;
}

function newItem(account: StripeAccount, subscription: string, o: NewSubscription): Stripe.SubscriptionItem {
  const { price } = o;
  return {
    id: account.newId("si", 14),
    object: "subscription_item",
    billing_thresholds: null,
    created: account.clock.now,
    current_period_end: o.periodEnd,
    current_period_start: account.clock.now,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: {
      id: price.id,
      object: "plan",
      active: price.active,
      amount: price.unit_amount,
      amount_decimal: price.unit_amount_decimal,
      billing_scheme: price.billing_scheme,
      created: price.created,
      currency: price.currency,
      interval: "month",
      interval_count: 1,
      livemode: false,
      metadata: {},
      meter: null,
      nickname: price.nickname,
      product: price.product,
      tiers_mode: null,
      transform_usage: null,
      trial_period_days: null,
      usage_type: "licensed",
    },
    price,
    quantity: o.quantity,
    subscription,
    tax_rates: [],
  };
}

/** A draft of what a subscription costs in a period. */
export function newInvoice(
  account: StripeAccount,
  subscription: Stored.Subscription,
  o: {
    reason: "subscription_create" | "subscription_cycle" | "subscription_update";
    amount: number;
    /** What is paid for. */
    service: { start: number; end: number };
    /** What Stripe calls the invoice's own period: the one that has just ended. */
    period: { start: number; end: number };
  },
): Stored.Invoice {
  const id = account.newId("in");
  const customer = account.customers.get(subscription.customer);
  const item = subscription.items.data[0];
  const now = account.clock.now;
  const invoice: Stored.Invoice = {
    id,
    object: "invoice",
    account_country: "JP",
    account_name: "Mugen",
    account_tax_ids: null,
    amount_due: o.amount,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: o.amount,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: o.reason,
    collection_method: "charge_automatically",
    created: now,
    currency: subscription.currency,
    custom_fields: null,
    customer: subscription.customer,
    customer_account: null,
    customer_address: null,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: "list",
      data: [
        {
          id: account.newId("il"),
          object: "line_item",
          amount: o.amount,
          currency: subscription.currency,
          description: "1 × Mugen",
          discount_amounts: [],
          discountable: true,
          discounts: [],
          invoice: id,
          livemode: false,
          metadata: subscription.metadata,
          parent: {
            invoice_item_details: null,
            subscription_item_details: {
              invoice_item: null,
              proration: false,
              proration_details: { credited_items: null },
              subscription: subscription.id,
              subscription_item: item?.id ?? "",
            },
            type: "subscription_item_details",
          },
          period: o.service,
          pretax_credit_amounts: [],
          pricing: {
            price_details: {
              price: item?.price.id ?? "",
              product: typeof item?.price.product === "string" ? item.price.product : "",
            },
            type: "price_details",
            unit_amount_decimal: Stripe.Decimal.from(o.amount),
          },
          quantity: item?.quantity ?? 1,
          quantity_decimal: Stripe.Decimal.from(item?.quantity ?? 1),
          subscription: subscription.id,
          subtotal: o.amount,
          taxes: [],
        },
      ],
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: "subscription_details",
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: o.period.end,
    period_start: o.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: "draft",
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: o.amount,
    subtotal_excluding_tax: o.amount,
    test_clock: null,
    total: o.amount,
    total_discount_amounts: [],
    total_excluding_tax: o.amount,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
  account.invoices.set(id, invoice);
  return invoice;
}

/** A visit to Stripe's own payment page, open for a day. */
export function newCheckoutSession(
  account: StripeAccount,
  o: Pick<
    Stored.CheckoutSession,
    "cancel_url" | "client_reference_id" | "customer" | "locale" | "metadata" | "success_url"
  > & { amount: number; expiresAt: number | null; origin: string; customerEmail: string | null },
): Stored.CheckoutSession {
  const id = account.newId("cs_test", 58);
  const { amount, expiresAt, origin, customerEmail, ...given } = o;
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
      submit: null,
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

/** A visit to Stripe's customer portal. */
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
