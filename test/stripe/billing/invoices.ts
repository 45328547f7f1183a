import type { StripeAccount } from "../account/account.ts";
import { day, hour } from "../account/calendar.ts";
import { newInvoice } from "../account/new-invoice.ts";
import { newInvoicePayment, newPaymentIntent } from "../account/new-payment-objects.ts";
import type * as Stored from "../account/objects.ts";
import { badRequest, StripeRefusal } from "../api/errors.ts";
import { attemptPayment, cardRefusal, type PaymentOutcome } from "./payments.ts";

/** What an invoice's fate means for the subscription (`subscriptions.ts`). */
export interface InvoiceOutcome {
  paid(invoice: Stored.Invoice, method: string | null): void;
  failed(invoice: Stored.Invoice): void;
  /** 3-D Secure: the holder has to come back. */
  needsAction(invoice: Stored.Invoice): void;
}

/** A new subscription's is finalized at once, later ones after an hour. */
export function draftInvoice(
  account: StripeAccount,
  subscription: Stored.Subscription,
  o: Parameters<typeof newInvoice>[2],
): Stored.Invoice {
  const invoice = newInvoice(account, subscription, o);
  if (o.reason === "subscription_cycle") invoice.automatically_finalizes_at = account.clock.now + hour;
  subscription.latest_invoice = invoice.id;
  account.emit("invoice.created", invoice);
  return invoice;
}

/** Opens it with a payment; an invoice of nothing is paid. */
export function finalizeInvoice(
  account: StripeAccount,
  invoice: Stored.Invoice,
  outcome: InvoiceOutcome,
): void {
  if (invoice.status !== "draft")
    throw badRequest("This invoice is already finalized, you can't re-finalize a non-draft invoice.", {
      code: "invoice_not_editable",
    });
  const now = account.clock.now;
  const customer = account.customers.get(String(invoice.customer));
  const serial = customer?.next_invoice_sequence ?? 1;
  if (customer) customer.next_invoice_sequence = serial + 1;
  invoice.status = "open";
  invoice.number = `${customer?.invoice_prefix}-${String(serial).padStart(4, "0")}`;
  invoice.status_transitions.finalized_at = now;
  invoice.effective_at = now;
  invoice.automatically_finalizes_at = null;
  invoice.hosted_invoice_url = `${account.pagesOrigin}/i/acct_test/${invoice.id}`;
  invoice.invoice_pdf = `${invoice.hosted_invoice_url}/pdf`;
  if (invoice.amount_due > 0) {
    const intent = newPaymentIntent(account, invoice);
    newInvoicePayment(account, invoice, intent);
    account.emit("payment_intent.created", intent);
    account.emit("invoice.finalized", invoice);
    return;
  }
  account.emit("invoice.finalized", invoice);
  invoice.attempted = true;
  markPaid(account, invoice, null, outcome);
}

/** Tries the given card, else the subscription's, else the customer's. */
export function collectInvoice(
  account: StripeAccount,
  invoice: Stored.Invoice,
  o: { isAway: boolean; method?: string | undefined; outcome: InvoiceOutcome },
): void {
  const intent = intentOf(account, invoice);
  if (!intent) return;
  const subscription = subscriptionOf(account, invoice);
  const method = account.paymentMethods.get(
    o.method ??
      invoice.default_payment_method ??
      subscription?.default_payment_method ??
      String(account.customers.get(String(invoice.customer))?.invoice_settings.default_payment_method),
  );
  invoice.attempted = true;
  if (method) {
    attemptPayment(account, intent, method, {
      isAway: o.isAway,
      isBilling: true,
      outcome: paymentOutcome(account, o.outcome),
    });
    return;
  }
  invoice.attempt_count += 1;
  scheduleRetry(account, invoice);
  account.emit("invoice.payment_failed", invoice);
  o.outcome.failed(invoice);
}

/** Pays at the shop's request; throws 402 if declined. */
export function payInvoice(
  account: StripeAccount,
  invoice: Stored.Invoice,
  o: { method?: string | undefined; isOutOfBand: boolean; isAway: boolean; outcome: InvoiceOutcome },
): void {
  if (invoice.status === "paid")
    throw badRequest("Invoice is already paid", { code: "invoice_already_paid" });
  if (invoice.status === "draft") finalizeInvoice(account, invoice, o.outcome);
  if (invoice.status === "void")
    throw badRequest("This invoice can no longer be paid: it is void.", { code: "invoice_not_editable" });
  const intent = intentOf(account, invoice);
  if (o.isOutOfBand) {
    markPaid(account, invoice, null, o.outcome);
    return;
  }
  collectInvoice(account, invoice, o);
  const isPaid = account.invoices.get(invoice.id)?.status === "paid";
  if (intent?.status === "requires_action")
    throw new StripeRefusal(402, {
      type: "card_error",
      code: "invoice_payment_intent_requires_action",
      message:
        "This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.",
    });
  if (!isPaid && intent?.last_payment_error) throw cardRefusal(intent);
  if (!isPaid)
    throw badRequest("There is no `default_payment_method` set on this Customer or Invoice.", {
      code: "invoice_no_payment_method_types",
    });
}

/** No longer to be paid. */
export function voidInvoice(account: StripeAccount, invoice: Stored.Invoice): void {
  if (invoice.status !== "draft" && invoice.status !== "open" && invoice.status !== "uncollectible")
    throw badRequest(`You can only pass in open invoices. This invoice isn't open.`, {
      code: "status_transition_invalid",
    });
  invoice.status = "void";
  invoice.status_transitions.voided_at = account.clock.now;
  invoice.next_payment_attempt = null;
  invoice.auto_advance = false;
  invoice.automatically_finalizes_at = null;
  for (const payment of paymentsOf(account, invoice)) {
    payment.status = "canceled";
    payment.status_transitions.canceled_at = account.clock.now;
    const intent = account.paymentIntents.get(String(payment.payment.payment_intent));
    if (!intent || intent.status === "succeeded") continue;
    intent.status = "canceled";
    intent.canceled_at = account.clock.now;
    intent.cancellation_reason = "void_invoice";
    intent.next_action = null;
    account.emit("payment_intent.canceled", intent);
  }
  account.emit("invoice.voided", invoice);
}

export function paymentOutcome(account: StripeAccount, outcome: InvoiceOutcome): PaymentOutcome {
  return {
    succeeded(intent) {
      const payment = paymentFor(account, intent);
      const invoice = account.invoices.get(payment?.invoice ?? "");
      if (!payment || !invoice) return;
      payment.status = "paid";
      payment.amount_paid = intent.amount;
      payment.status_transitions.paid_at = account.clock.now;
      account.emit("invoice_payment.paid", payment);
      invoice.attempted = true;
      invoice.attempt_count += 1;
      markPaid(account, invoice, intent.payment_method, outcome);
    },
    failed(intent) {
      const invoice = account.invoices.get(paymentFor(account, intent)?.invoice ?? "");
      if (!invoice) return;
      invoice.attempted = true;
      invoice.attempt_count += 1;
      scheduleRetry(account, invoice);
      account.emit("invoice.payment_failed", invoice);
      outcome.failed(invoice);
    },
    needsAction(intent) {
      const invoice = account.invoices.get(paymentFor(account, intent)?.invoice ?? "");
      if (!invoice) return;
      invoice.attempted = true;
      scheduleRetry(account, invoice);
      account.emit("invoice.payment_action_required", invoice);
      outcome.needsAction(invoice);
    },
  };
}

function markPaid(
  account: StripeAccount,
  invoice: Stored.Invoice,
  method: string | null,
  outcome: InvoiceOutcome,
): void {
  invoice.status = "paid";
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.next_payment_attempt = null;
  invoice.auto_advance = false;
  invoice.status_transitions.paid_at = account.clock.now;
  account.emit("invoice.paid", invoice);
  account.emit("invoice.payment_succeeded", invoice);
  outcome.paid(invoice, method);
}

/** Stripe retries by itself; only a first payment is the customer's to repeat. */
function scheduleRetry(account: StripeAccount, invoice: Stored.Invoice): void {
  invoice.next_payment_attempt = null;
  const finalizedAt = invoice.status_transitions.finalized_at;
  if (invoice.billing_reason === "subscription_create" || !invoice.auto_advance || !finalizedAt) return;
  invoice.next_payment_attempt =
    account.settings.retryAfterDays
      .map((days) => finalizedAt + days * day)
      .find((at) => at > account.clock.now) ?? null;
}

const paymentsOf = (account: StripeAccount, invoice: Stored.Invoice) =>
  [...account.invoicePayments.values()].filter((one) => one.invoice === invoice.id);

const paymentFor = (account: StripeAccount, intent: Stored.PaymentIntent) =>
  [...account.invoicePayments.values()].find((one) => one.payment.payment_intent === intent.id);

/** Undefined for a draft and for one of nothing. */
export const intentOf = (account: StripeAccount, invoice: Stored.Invoice) =>
  account.paymentIntents.get(String(paymentsOf(account, invoice)[0]?.payment.payment_intent));

export function subscriptionOf(account: StripeAccount, invoice: Stored.Invoice) {
  const id = invoice.parent?.subscription_details?.subscription;
  return typeof id === "string" ? account.subscriptions.get(id) : undefined;
}
