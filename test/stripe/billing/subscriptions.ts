import type Stripe from "stripe";
import type { StripeAccount } from "../account/account.ts";
import { hour, nextBillingDate } from "../account/calendar.ts";
import { newSetupIntent } from "../account/new-payment-objects.ts";
import { newSubscription } from "../account/new-subscription-objects.ts";
import type * as Stored from "../account/objects.ts";
import { badRequest } from "../api/errors.ts";
import {
  collectInvoice,
  draftInvoice,
  finalizeInvoice,
  type InvoiceOutcome,
  subscriptionOf,
  voidInvoice,
} from "./invoices.ts";

export function invoiceOutcome(account: StripeAccount): InvoiceOutcome {
  return {
    paid(invoice, method) {
      const subscription = subscriptionOf(account, invoice);
      if (!subscription || isOver(subscription)) return;
      if (method && subscription.payment_settings?.save_default_payment_method === "on_subscription")
        subscription.default_payment_method ??= method;
      // Stays past due while unpaid, unless the latest was paid.
      if (subscription.status === "paused") account.emit("customer.subscription.resumed", subscription);
      if (subscription.status !== "trialing" && subscription.latest_invoice === invoice.id)
        subscription.status = "active";
      account.emitIfChanged("customer.subscription.updated", subscription);
    },
    needsAction(invoice) {
      const subscription = subscriptionOf(account, invoice);
      if (!subscription || isOver(subscription) || hasNotBegun(subscription)) return;
      subscription.status = "past_due";
      account.emitIfChanged("customer.subscription.updated", subscription);
    },
    failed(invoice) {
      const subscription = subscriptionOf(account, invoice);
      if (!subscription || isOver(subscription) || hasNotBegun(subscription)) return;
      const isLastTry = !invoice.next_payment_attempt;
      const { afterRetries } = account.settings;
      if (isLastTry && afterRetries === "canceled") {
        endSubscription(account, subscription, "payment_failed");
        return;
      }
      subscription.status = isLastTry ? afterRetries : "past_due";
      account.emitIfChanged("customer.subscription.updated", subscription);
    },
  };
}

export const isOver = (subscription: Stored.Subscription) =>
  subscription.status === "canceled" || subscription.status === "incomplete_expired";

/** A failed payment leaves an unfinished or paused subscription as it is. */
const hasNotBegun = ({ status }: Stored.Subscription) => status === "incomplete" || status === "paused";

/** The double sells one price per subscription. */
export function itemOf(subscription: Stored.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`${subscription.id} has no item`);
  return item;
}

/** Starts it with its first invoice, which waits for payment unless a trial makes it free. */
export function startSubscription(
  account: StripeAccount,
  o: {
    customer: string;
    price: Stored.Price;
    quantity: number;
    metadata: Stripe.Metadata;
    description: string | null;
    trialEnd: number | null;
    defaultPaymentMethod: string | null;
    saveDefaultPaymentMethod: "off" | "on_subscription";
  },
): Stored.Subscription {
  const now = account.clock.now;
  const end = o.trialEnd ?? nextBillingDate(now, now);
  const subscription = newSubscription(account, { ...o, anchor: o.trialEnd ?? now, periodEnd: end });
  const invoice = draftInvoice(account, subscription, {
    reason: "subscription_create",
    amount: o.trialEnd ? 0 : (o.price.unit_amount ?? 0) * o.quantity,
    service: { start: now, end },
    period: { start: now, end: now },
  });
  if (o.trialEnd && !o.defaultPaymentMethod) {
    const setup = newSetupIntent(account, o.customer);
    subscription.pending_setup_intent = setup.id;
    account.emit("setup_intent.created", setup);
  }
  account.emit("customer.subscription.created", subscription);
  finalizeInvoice(account, invoice, invoiceOutcome(account));
  return subscription;
}

/** The money is asked for an hour later, as Stripe does. */
export function renewSubscription(account: StripeAccount, subscription: Stored.Subscription): void {
  const item = itemOf(subscription);
  const card =
    subscription.default_payment_method ??
    account.customers.get(subscription.customer)?.invoice_settings.default_payment_method;
  const withoutCard = subscription.trial_settings?.end_behavior.missing_payment_method;
  if (subscription.status === "trialing" && !card && withoutCard === "cancel") {
    endSubscription(account, subscription, "payment_failed");
    return;
  }
  const ended = { start: item.current_period_start, end: item.current_period_end };
  const start = ended.end;
  const end = nextBillingDate(subscription.billing_cycle_anchor, start);
  item.current_period_start = start;
  item.current_period_end = end;
  if (subscription.status === "trialing") subscription.status = "active";
  const invoice = draftInvoice(account, subscription, {
    reason: "subscription_cycle",
    amount: (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
    service: { start, end },
    period: ended,
  });
  if (subscription.pause_collection?.behavior === "void") voidInvoice(account, invoice);
  else if (subscription.pause_collection || subscription.status === "unpaid") {
    invoice.auto_advance = false;
    invoice.automatically_finalizes_at = null;
  }
  account.emit("customer.subscription.updated", subscription);
}

/** Paid at once (`billing_cycle_anchor: now`, or a trial's end now). */
export function restartPeriod(
  account: StripeAccount,
  subscription: Stored.Subscription,
  o: { isAway: boolean },
): void {
  const now = account.clock.now;
  const item = itemOf(subscription);
  const ended = { start: item.current_period_start, end: now };
  const end = nextBillingDate(now, now);
  subscription.billing_cycle_anchor = now;
  item.current_period_start = now;
  item.current_period_end = end;
  if (subscription.status === "trialing") subscription.status = "active";
  if (subscription.trial_end && subscription.trial_end > now) subscription.trial_end = now;
  const outcome = invoiceOutcome(account);
  const invoice = draftInvoice(account, subscription, {
    reason: "subscription_update",
    amount: (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
    service: { start: now, end },
    period: ended,
  });
  finalizeInvoice(account, invoice, outcome);
  collectInvoice(account, invoice, { isAway: o.isAway, outcome });
}

/** Ends it for good; a never paid one expires and its invoice is void. */
export function endSubscription(
  account: StripeAccount,
  subscription: Stored.Subscription,
  reason: "cancellation_requested" | "payment_failed" | "payment_disputed",
): void {
  const now = account.clock.now;
  const wasIncomplete = subscription.status === "incomplete";
  subscription.status = wasIncomplete ? "incomplete_expired" : "canceled";
  subscription.canceled_at ??= now;
  subscription.ended_at = now;
  subscription.pending_setup_intent = null;
  if (subscription.cancellation_details && !wasIncomplete)
    subscription.cancellation_details.reason ??= reason;
  for (const invoice of account.invoices.values()) {
    if (subscriptionOf(account, invoice) !== subscription) continue;
    if (invoice.status === "open" && wasIncomplete) voidInvoice(account, invoice);
    if (invoice.status === "open" || invoice.status === "draft") {
      invoice.auto_advance = false;
      invoice.next_payment_attempt = null;
      invoice.automatically_finalizes_at = null;
      account.emitIfChanged("invoice.updated", invoice);
    }
  }
  if (wasIncomplete) account.emit("customer.subscription.updated", subscription);
  else account.emit("customer.subscription.deleted", subscription);
}

/** When a subscription without its first payment expires. */
export const expiresAt = (subscription: Stored.Subscription) => subscription.created + 23 * hour;

/** Plans the end; null takes the plan back. */
export function planEnd(
  account: StripeAccount,
  subscription: Stored.Subscription,
  o: { at: number; isPeriodEnd: boolean } | null,
): void {
  subscription.cancel_at = o?.at ?? null;
  subscription.cancel_at_period_end = o?.isPeriodEnd ?? false;
  subscription.canceled_at = o ? account.clock.now : null;
  if (subscription.cancellation_details)
    subscription.cancellation_details.reason = o ? "cancellation_requested" : null;
}

export const cannotUpdateEnded = (subscription: Stored.Subscription) =>
  badRequest(
    subscription.status === "canceled"
      ? "A canceled subscription can only update its cancellation_details and metadata."
      : "This subscription is `incomplete_expired` and can no longer be updated.",
    { code: "invalid_canceled_subscription_fields" },
  );
