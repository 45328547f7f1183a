import Stripe from "stripe";
import type { StripeAccount } from "./account.ts";
import type * as Stored from "./objects.ts";

/** A new account's product, by the month. */
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

interface NewSubscription {
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

/** Its first invoice is not made yet. */
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
