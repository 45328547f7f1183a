import { z } from "zod";
import type * as Stored from "../account/objects.ts";
import { collectInvoice, intentOf } from "../billing/invoices.ts";
import { attach, cardRefusal } from "../billing/payments.ts";
import {
  cannotUpdateEnded,
  endSubscription,
  invoiceOutcome,
  isOver,
  itemOf,
  planEnd,
  restartPeriod,
  startSubscription,
} from "../billing/subscriptions.ts";
import { findPaymentMethod } from "./customer-endpoints.ts";
import { type Call, endpoint, mergeMetadata, notModeled, required } from "./endpoint.ts";
import { badRequest, missing } from "./errors.ts";
import {
  cleared,
  flag,
  integer,
  listParameters,
  metadata,
  parameters,
  text,
  timestamp,
} from "./parameters.ts";
import { listPage } from "./render.ts";

const paymentSettings = z.strictObject({
  save_default_payment_method: z.enum(["off", "on_subscription"]).optional(),
  payment_method_types: z.array(text).optional(),
  payment_method_options: z
    .strictObject({
      card: z
        .strictObject({ request_three_d_secure: z.enum(["any", "automatic", "challenge"]).optional() })
        .optional(),
    })
    .optional(),
});
/** What happens to a trial that ends without a card. */
export const trialSettings = z
  .strictObject({
    end_behavior: z.strictObject({ missing_payment_method: z.enum(["cancel", "create_invoice"]) }),
  })
  .optional();
const details = z.strictObject({
  comment: z.union([cleared, text]).optional(),
  feedback: z.union([cleared, text]).optional(),
});
const proration = z.enum(["always_invoice", "create_prorations", "none"]).optional();
const cancelAt = z.union([cleared, z.enum(["min_period_end", "max_period_end"]), timestamp]).optional();

const creation = parameters({
  customer: text,
  items: z.array(
    z.strictObject({ price: text, quantity: integer.pipe(z.number().min(1)).optional(), metadata }),
  ),
  metadata,
  description: text.optional(),
  payment_behavior: z
    .enum(["allow_incomplete", "default_incomplete", "error_if_incomplete"])
    .default("allow_incomplete"),
  payment_settings: paymentSettings.optional(),
  collection_method: z.literal("charge_automatically").optional(),
  billing_mode: z.strictObject({ type: z.literal("flexible") }).optional(),
  default_payment_method: text.optional(),
  off_session: flag.optional(),
  proration_behavior: proration,
  trial_end: z.union([z.literal("now"), timestamp]).optional(),
  trial_period_days: integer.pipe(z.number().min(1).max(730)).optional(),
  trial_settings: trialSettings,
  cancel_at: cancelAt,
  cancel_at_period_end: flag.optional(),
});

const change = parameters({
  metadata,
  description: z.union([cleared, text]).optional(),
  cancel_at: cancelAt,
  cancel_at_period_end: flag.optional(),
  cancellation_details: details.optional(),
  default_payment_method: text.optional(),
  payment_settings: paymentSettings.optional(),
  pause_collection: z
    .union([
      cleared,
      z.strictObject({
        behavior: z.enum(["keep_as_draft", "mark_uncollectible", "void"]),
        resumes_at: timestamp.optional(),
      }),
    ])
    .optional(),
  proration_behavior: proration,
  billing_cycle_anchor: z.strictObject({ type: z.enum(["now", "unchanged"]) }).optional(),
  trial_end: z.union([z.literal("now"), timestamp]).optional(),
  payment_behavior: z.enum(["allow_incomplete", "default_incomplete", "error_if_incomplete"]).optional(),
  off_session: flag.optional(),
});

function requireFuture({ account }: Call, time: number, param: string): void {
  if (time <= account.clock.now)
    throw badRequest("Invalid timestamp: must be an integer Unix timestamp in the future.", { param });
}

function create(call: Call, o: z.output<typeof creation>): Stored.Subscription {
  const { account } = call;
  const customer = required(account.customers, "customer", o.customer, "customer");
  const [item] = o.items;
  if (!item || o.items.length > 1) throw notModeled("subscriptions with several items", "items");
  const price = required(account.prices, "price", item.price, "items[0][price]");
  if (!price.active)
    throw badRequest("The price specified is inactive. This field only accepts active prices.", {
      param: "items[0][price]",
    });
  const trialEnd =
    typeof o.trial_end === "number"
      ? o.trial_end
      : o.trial_period_days
        ? account.clock.now + o.trial_period_days * 86_400
        : null;
  if (trialEnd) requireFuture(call, trialEnd, "trial_end");
  const method = o.default_payment_method
    ? findPaymentMethod(account, o.default_payment_method, "default_payment_method")
    : null;
  if (method) attach(account, method, customer.id);
  const card = method?.id ?? customer.invoice_settings.default_payment_method;
  if (!card && o.payment_behavior !== "default_incomplete" && !trialEnd)
    throw badRequest(
      "This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.",
      { code: "resource_missing" },
    );
  const subscription = startSubscription(account, {
    customer: customer.id,
    price,
    quantity: item.quantity ?? 1,
    metadata: mergeMetadata({}, o.metadata),
    description: o.description ?? null,
    trialEnd,
    defaultPaymentMethod: method?.id ?? null,
    saveDefaultPaymentMethod: o.payment_settings?.save_default_payment_method ?? "off",
  });
  if (o.trial_settings && subscription.trial_settings)
    Object.assign(subscription.trial_settings.end_behavior, o.trial_settings.end_behavior);
  const invoice = account.invoices.get(subscription.latest_invoice ?? "");
  if (invoice?.status === "open" && o.payment_behavior !== "default_incomplete") {
    collectInvoice(account, invoice, { isAway: o.off_session ?? false, outcome: invoiceOutcome(account) });
    const intent = intentOf(account, invoice);
    if (o.payment_behavior === "error_if_incomplete" && intent?.last_payment_error) {
      endSubscription(account, subscription, "payment_failed");
      throw cardRefusal(intent);
    }
  }
  if (o.cancel_at_period_end || o.cancel_at) changeEnd(call, subscription, o);
  account.emitIfChanged("customer.subscription.updated", subscription);
  return subscription;
}

function update(call: Call, o: z.output<typeof change>): Stored.Subscription {
  const { account } = call;
  const subscription = required(account.subscriptions, "subscription", call.id);
  const { expand: _, metadata: __, cancellation_details: ___, ...rest } = o;
  const touches = Object.keys(rest).length > 0;
  if (isOver(subscription) && touches) throw cannotUpdateEnded(subscription);
  if (subscription.status === "incomplete" && (o.pause_collection || o.trial_end || o.billing_cycle_anchor))
    throw badRequest(
      "Subscription updates are not supported while the subscription is `incomplete`: only metadata and the default payment method may change.",
    );
  subscription.metadata = mergeMetadata(subscription.metadata, o.metadata);
  if (o.description !== undefined) subscription.description = o.description;
  if (o.default_payment_method) {
    const method = findPaymentMethod(account, o.default_payment_method, "default_payment_method");
    attach(account, method, subscription.customer);
    subscription.default_payment_method = method.id;
  }
  if (o.payment_settings?.save_default_payment_method && subscription.payment_settings)
    subscription.payment_settings.save_default_payment_method =
      o.payment_settings.save_default_payment_method;
  if (o.pause_collection !== undefined) {
    const resumesAt = o.pause_collection?.resumes_at ?? null;
    if (resumesAt) requireFuture(call, resumesAt, "pause_collection[resumes_at]");
    subscription.pause_collection = o.pause_collection && {
      behavior: o.pause_collection.behavior,
      resumes_at: resumesAt,
    };
  }
  changeEnd(call, subscription, o);
  if (o.cancellation_details && subscription.cancellation_details)
    Object.assign(subscription.cancellation_details, o.cancellation_details);
  changePeriod(call, subscription, o);
  account.emitIfChanged("customer.subscription.updated", subscription);
  return subscription;
}

function changeEnd(
  call: Call,
  subscription: Stored.Subscription,
  o: Pick<z.output<typeof change>, "cancel_at" | "cancel_at_period_end">,
): void {
  if (o.cancel_at_period_end !== undefined && o.cancel_at !== undefined)
    throw badRequest("You may only specify one of these parameters: cancel_at, cancel_at_period_end.", {
      code: "parameters_exclusive",
    });
  const periodEnd = itemOf(subscription).current_period_end;
  if (o.cancel_at_period_end) planEnd(call.account, subscription, { at: periodEnd, isPeriodEnd: true });
  else if ((o.cancel_at_period_end === false && subscription.cancel_at_period_end) || o.cancel_at === null)
    planEnd(call.account, subscription, null);
  else if (typeof o.cancel_at === "number") {
    requireFuture(call, o.cancel_at, "cancel_at");
    planEnd(call.account, subscription, { at: o.cancel_at, isPeriodEnd: false });
  } else if (o.cancel_at) planEnd(call.account, subscription, { at: periodEnd, isPeriodEnd: false });
}

function changePeriod(call: Call, subscription: Stored.Subscription, o: z.output<typeof change>): void {
  const restarts = o.trial_end === "now" || o.billing_cycle_anchor?.type === "now";
  if (!restarts && typeof o.trial_end !== "number") return;
  if (o.proration_behavior !== "none" && subscription.status !== "trialing")
    throw notModeled("prorations; say `proration_behavior: none`", "proration_behavior");
  if (restarts) {
    restartPeriod(call.account, subscription, { isAway: o.off_session ?? false });
    return;
  }
  if (typeof o.trial_end !== "number") return;
  requireFuture(call, o.trial_end, "trial_end");
  const item = itemOf(subscription);
  subscription.trial_start ??= call.account.clock.now;
  subscription.trial_end = o.trial_end;
  subscription.billing_cycle_anchor = o.trial_end;
  subscription.status = "trialing";
  item.current_period_start = call.account.clock.now;
  item.current_period_end = o.trial_end;
}

export const subscriptionEndpoints = [
  endpoint("POST", "/v1/subscriptions", creation, create),

  endpoint(
    "GET",
    "/v1/subscriptions",
    listParameters({
      customer: text.optional(),
      price: text.optional(),
      status: z
        .enum([
          "active",
          "all",
          "canceled",
          "ended",
          "incomplete",
          "incomplete_expired",
          "past_due",
          "paused",
          "trialing",
          "unpaid",
        ])
        .optional(),
    }),
    ({ account, url }, o) =>
      listPage(
        [...account.subscriptions.values()].filter(
          (one) =>
            (o.customer === undefined || one.customer === o.customer) &&
            (o.price === undefined || itemOf(one).price.id === o.price) &&
            (o.status === "all" ||
              (o.status === undefined
                ? !isOver(one)
                : o.status === "ended"
                  ? isOver(one)
                  : one.status === o.status)),
        ),
        o,
        url,
      ),
  ),

  endpoint("GET", "/v1/subscriptions/:id", parameters({}), ({ account, id }) =>
    required(account.subscriptions, "subscription", id),
  ),

  endpoint("POST", "/v1/subscriptions/:id", change, update),

  endpoint(
    "POST",
    "/v1/subscriptions/:id/resume",
    parameters({
      billing_cycle_anchor: z.strictObject({ type: z.literal("now") }).optional(),
      proration_behavior: proration,
      payment_behavior: z.literal("resume_on_payment_success"),
    }),
    ({ account, id }) => {
      const subscription = required(account.subscriptions, "subscription", id);
      if (subscription.status !== "paused")
        throw badRequest("Only a paused subscription can be resumed.", { code: "subscription_not_paused" });
      // Paused until the payment succeeds.
      restartPeriod(account, subscription, { isAway: false });
      account.emitIfChanged("customer.subscription.updated", subscription);
      return subscription;
    },
  ),

  endpoint(
    "DELETE",
    "/v1/subscriptions/:id",
    parameters({
      cancellation_details: details.optional(),
      invoice_now: flag.optional(),
      prorate: flag.optional(),
    }),
    ({ account, id }, o) => {
      const subscription = required(account.subscriptions, "subscription", id);
      if (isOver(subscription)) throw missing("subscription", id);
      if (o.prorate || o.invoice_now) throw notModeled("prorations", o.prorate ? "prorate" : "invoice_now");
      endSubscription(account, subscription, "cancellation_requested");
      if (o.cancellation_details && subscription.cancellation_details)
        Object.assign(subscription.cancellation_details, o.cancellation_details);
      return subscription;
    },
  ),
];
