import Stripe from "stripe";
import type { StripeAccount } from "./account.ts";
import type * as Stored from "./objects.ts";

export function newInvoice(
  account: StripeAccount,
  subscription: Stored.Subscription,
  o: {
    reason: "subscription_create" | "subscription_cycle" | "subscription_update";
    amount: number;
    service: { start: number; end: number };
    /** Stripe's period of the invoice: the one that has just ended. */
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
