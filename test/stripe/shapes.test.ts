import { expect, test } from "vitest";
import { startStripe } from "./server.ts";
import { subscribeAndPay } from "./test-subscription.ts";

/**
 * Fields and types of the answers, written down by hand from the fixtures that Stripe publishes with its OpenAPI document
 * (github.com/stripe/openapi, August 2026) and, where those are older than the API version here, from the `stripe`
 * package's types. What they say of required fields the compiler checks of the double's objects, all of them; this
 * checks what goes over the wire, for the fields that a shop of subscriptions reads. `?` may be null; a capital letter names the kind
 * of object that an identifier belongs to.
 */
const published: Record<string, Record<string, string>> = {
  customer: {
    balance: "number",
    created: "number",
    default_source: "string?",
    delinquent: "boolean",
    email: "string?",
    invoice_prefix: "string",
    livemode: "boolean",
    metadata: "object",
    name: "string?",
    preferred_locales: "array",
    tax_exempt: "string",
  },
  subscription: {
    billing_cycle_anchor: "number",
    cancel_at: "number?",
    cancel_at_period_end: "boolean",
    canceled_at: "number?",
    cancellation_details: "object",
    collection_method: "string",
    currency: "string",
    customer: "cus_",
    default_payment_method: "pm_?",
    ended_at: "number?",
    items: "list",
    latest_invoice: "in_",
    metadata: "object",
    pause_collection: "object?",
    payment_settings: "object",
    pending_setup_intent: "seti_?",
    start_date: "number",
    status: "string",
    trial_end: "number?",
    trial_start: "number?",
  },
  subscription_item: {
    current_period_end: "number",
    current_period_start: "number",
    plan: "object",
    price: "object",
    quantity: "number",
    subscription: "sub_",
  },
  price: {
    active: "boolean",
    billing_scheme: "string",
    currency: "string",
    product: "prod_",
    recurring: "object",
    tax_behavior: "string",
    type: "string",
    unit_amount: "number",
    unit_amount_decimal: "string",
  },
  invoice: {
    amount_due: "number",
    amount_paid: "number",
    amount_remaining: "number",
    attempt_count: "number",
    attempted: "boolean",
    auto_advance: "boolean",
    billing_reason: "string",
    collection_method: "string",
    currency: "string",
    customer: "cus_",
    hosted_invoice_url: "string",
    invoice_pdf: "string",
    lines: "list",
    next_payment_attempt: "number?",
    number: "string",
    parent: "object",
    period_end: "number",
    period_start: "number",
    status: "string",
    status_transitions: "object",
    subtotal: "number",
    total: "number",
  },
  line_item: {
    amount: "number",
    description: "string",
    invoice: "in_",
    parent: "object",
    period: "object",
    pricing: "object",
    quantity: "number",
  },
  invoice_payment: {
    amount_paid: "number?",
    amount_requested: "number",
    invoice: "in_",
    is_default: "boolean",
    payment: "object",
    status: "string",
    status_transitions: "object",
  },
  payment_intent: {
    amount: "number",
    amount_received: "number",
    client_secret: "string",
    customer: "cus_",
    last_payment_error: "object?",
    latest_charge: "ch_?",
    next_action: "object?",
    payment_method: "pm_?",
    payment_method_types: "array",
    status: "string",
  },
  payment_method: { billing_details: "object", card: "object", customer: "cus_?", type: "string" },
  charge: {
    amount: "number",
    amount_captured: "number",
    amount_refunded: "number",
    captured: "boolean",
    customer: "cus_",
    disputed: "boolean",
    failure_code: "string?",
    outcome: "object",
    paid: "boolean",
    payment_intent: "pi_",
    payment_method: "pm_",
    refunded: "boolean",
    status: "string",
  },
  refund: { amount: "number", charge: "ch_", payment_intent: "pi_", reason: "string?", status: "string" },
  dispute: {
    amount: "number",
    charge: "ch_",
    evidence: "object",
    is_charge_refundable: "boolean",
    reason: "string",
    status: "string",
  },
  "checkout.session": {
    amount_total: "number",
    cancel_url: "string?",
    client_reference_id: "string?",
    customer: "cus_?",
    customer_details: "object?",
    expires_at: "number",
    invoice: "in_?",
    livemode: "boolean",
    mode: "string",
    payment_status: "string",
    status: "string",
    subscription: "sub_?",
    success_url: "string",
    url: "string?",
  },
  "billing_portal.session": {
    configuration: "string",
    customer: "cus_",
    livemode: "boolean",
    return_url: "string?",
    url: "string",
  },
  event: {
    api_version: "string",
    created: "number",
    data: "object",
    livemode: "boolean",
    pending_webhooks: "number",
    request: "object",
    type: "string",
  },
};

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Every object in a JSON value, itself included, by kind. */
function objectsIn(value: unknown, found: [kind: string, object: Json][] = []): [string, Json][] {
  if (Array.isArray(value)) for (const one of value) objectsIn(one, found);
  if (!isObject(value)) return found;
  if (typeof value.object === "string") found.push([value.object, value]);
  for (const one of Object.values(value)) objectsIn(one, found);
  return found;
}

function fits(value: unknown, type: string): boolean {
  if (type.endsWith("?")) return value === null || fits(value, type.slice(0, -1));
  if (type === "list") return isObject(value) && value.object === "list" && Array.isArray(value.data);
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  if (type.endsWith("_")) return typeof value === "string" && value.startsWith(type);
  return typeof value === type;
}

test("the answers have the fields that Stripe publishes, and not those that this API version dropped", async () => {
  const double = await startStripe({ at: new Date("2027-01-31T09:00:00Z"), seed: "shapes" });
  const stripe = double.client();
  const { secret, customer } = await subscribeAndPay(double);
  const other = await subscribeAndPay(double);
  double.refund(secret.split("_secret_")[0] ?? "");
  double.dispute(other.secret.split("_secret_")[0] ?? "");
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: double.priceId, quantity: 1 }],
    success_url: "https://mugen.example/",
  });
  const answers: unknown[] = [session];
  for (const path of [
    "customers",
    "subscriptions",
    "invoices",
    "invoice_payments",
    "payment_intents",
    `customers/${customer.id}/payment_methods`,
    "charges",
    "refunds",
    "disputes",
    "events",
  ]) {
    const headers = { Authorization: `Bearer ${double.secretKey}` };
    answers.push(await (await fetch(`${double.origin}/v1/${path}`, { headers })).json());
  }
  answers.push(await stripe.billingPortal.sessions.create({ customer: customer.id }));
  double.payCheckout(session.id);
  answers.push(await stripe.checkout.sessions.retrieve(session.id));
  await double.close();

  const all = objectsIn(answers).filter(([kind]) => kind !== "list" && kind !== "plan");
  expect(new Set(all.map(([kind]) => kind))).toEqual(new Set(Object.keys(published)));
  const wrong = all
    // A draft has no number and no pages yet.
    .filter(
      ([, object]) => object.status !== "draft" && !(object.object === "invoice" && object.number === null),
    )
    .flatMap(([kind, object]) =>
      Object.entries({ id: "string", ...published[kind] })
        .filter(([field, type]) => !fits(object[field], type))
        .map(([field, type]) => `${kind}.${field} is no ${type}: ${JSON.stringify(object[field])}`),
    );
  expect(new Set(wrong)).toEqual(new Set());
  const dropped = {
    subscription: ["current_period_end", "current_period_start", "plan"],
    invoice: ["payment_intent", "charge", "subscription", "paid", "tax"],
    charge: ["invoice"],
    payment_intent: ["invoice", "charges"],
  };
  for (const [kind, fields] of Object.entries(dropped))
    for (const [, object] of all.filter(([one]) => one === kind))
      expect(Object.keys(object).filter((field) => fields.includes(field))).toEqual([]);
});
