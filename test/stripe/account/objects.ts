import type Stripe from "stripe";

/** Expandable fields are always ids here. */
type Unexpanded<Object, Fields extends keyof Object> = Omit<Object, Fields> & {
  [Field in Fields]: Extract<Object[Field], string | null>;
};

export type Customer = Stripe.Customer;
export type Subscription = Unexpanded<
  Stripe.Subscription,
  "customer" | "latest_invoice" | "default_payment_method" | "pending_setup_intent"
>;
export type Invoice = Unexpanded<Stripe.Invoice, "customer" | "default_payment_method">;
export type InvoicePayment = Unexpanded<Stripe.InvoicePayment, "invoice">;
export type PaymentIntent = Unexpanded<Stripe.PaymentIntent, "customer" | "latest_charge" | "payment_method">;
export type SetupIntent = Unexpanded<Stripe.SetupIntent, "customer" | "payment_method">;
export type PaymentMethod = Unexpanded<Stripe.PaymentMethod, "customer">;
export type Charge = Unexpanded<Stripe.Charge, "customer" | "payment_intent">;
export type Refund = Unexpanded<Stripe.Refund, "charge" | "payment_intent">;
export type Dispute = Unexpanded<Stripe.Dispute, "charge" | "payment_intent">;
export type CheckoutSession = Unexpanded<
  Stripe.Checkout.Session,
  "customer" | "subscription" | "invoice" | "setup_intent"
>;
export type PortalSession = Stripe.BillingPortal.Session;
export type Price = Unexpanded<Stripe.Price, "product">;
export type Product = Stripe.Product;

/** An event with its object as it was then. */
export interface StripeEvent {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null } | null;
  type: Stripe.Event["type"];
}

/** Detached JSON; Stripe's decimals become text. */
export function toJson(object: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(object));
}
