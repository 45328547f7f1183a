import type { StripeAccount } from "../account/account.ts";
import { newCustomer } from "../account/new-subscription-objects.ts";
import type * as Stored from "../account/objects.ts";
import { intentOf, paymentOutcome } from "./invoices.ts";
import { attemptPayment } from "./payments.ts";
import { confirmSetup } from "./setups.ts";
import { invoiceOutcome, startSubscription } from "./subscriptions.ts";

/** On Stripe's page: the attempt creates the subscription, and later attempts continue it. Success completes the session. */
export function payCheckout(
  account: StripeAccount,
  session: Stored.CheckoutSession,
  method: Stored.PaymentMethod,
): { status: "complete" | "needs_3ds" | "declined"; message: string | null; intent?: Stored.PaymentIntent } {
  const order = account.sessionOrders.get(session.id);
  if (session.status !== "open" || !order) return { status: "declined", message: "This page has expired." };
  const outcome = invoiceOutcome(account);
  session.customer ??= newCustomer(account, {
    email: session.customer_email,
    name: null,
    description: null,
    metadata: {},
  }).id;
  const subscription =
    order.subscription ??
    startSubscription(account, {
      ...order,
      customer: session.customer,
      defaultPaymentMethod: null,
      saveDefaultPaymentMethod: "on_subscription",
    });
  order.subscription = subscription;
  const invoice = account.invoices.get(subscription.latest_invoice ?? "");
  const intent = invoice && intentOf(account, invoice);
  const setup = account.setupIntents.get(subscription.pending_setup_intent ?? "");
  if (intent) {
    attemptPayment(account, intent, method, { isAway: false, outcome: paymentOutcome(account, outcome) });
    if (intent.status === "requires_action") return { status: "needs_3ds", message: null, intent };
    if (intent.status !== "succeeded")
      return { status: "declined", message: intent.last_payment_error?.message ?? null, intent };
  } else if (setup) {
    confirmSetup(account, setup, method);
  }
  completeCheckout(account, session);
  return { status: "complete", message: null };
}

/** The session names what came of it. */
export function completeCheckout(account: StripeAccount, session: Stored.CheckoutSession): void {
  const subscription = account.sessionOrders.get(session.id)?.subscription;
  const customer = account.customers.get(session.customer ?? "");
  if (!subscription || session.status !== "open") return;
  session.status = "complete";
  session.url = null;
  session.payment_status = session.amount_total ? "paid" : "no_payment_required";
  session.subscription = subscription.id;
  session.invoice = subscription.latest_invoice;
  session.customer_details = {
    address: null,
    business_name: null,
    email: customer?.email ?? session.customer_email,
    individual_name: null,
    name: customer?.name ?? null,
    phone: null,
    tax_exempt: "none",
    tax_ids: [],
  };
  account.emit("checkout.session.completed", session);
}
