import type { StripeAccount } from "../account/account.ts";
import type * as Stored from "../account/objects.ts";
import { collectInvoice, finalizeInvoice, subscriptionOf } from "./invoices.ts";
import {
  endSubscription,
  expiresAt,
  invoiceOutcome,
  isOver,
  itemOf,
  renewSubscription,
} from "./subscriptions.ts";

interface Due {
  at: number;
  run: () => void;
}

/** Moves the clock and does what falls due, in order. */
export function advanceClock(account: StripeAccount, ms: number): void {
  const end = account.clock.ms + ms;
  for (;;) {
    const next = nextDue(account);
    if (!next || next.at * 1000 > end) break;
    account.clock.shift(Math.max(0, next.at * 1000 - account.clock.ms));
    next.run();
  }
  account.clock.shift(Math.max(0, end - account.clock.ms));
}

/** At one time, the first listed below. */
function nextDue(account: StripeAccount): Due | undefined {
  const all = [
    ...[...account.checkoutSessions.values()].flatMap((session) => dueOfSession(account, session)),
    ...[...account.subscriptions.values()].flatMap((subscription) =>
      dueOfSubscription(account, subscription),
    ),
    ...[...account.invoices.values()].flatMap((invoice) => dueOfInvoice(account, invoice)),
  ];
  return all.sort((a, b) => a.at - b.at)[0];
}

function dueOfSession(account: StripeAccount, session: Stored.CheckoutSession): Due[] {
  if (session.status !== "open") return [];
  return [{ at: session.expires_at, run: () => expireSession(account, session) }];
}

/** The page takes no payment; an attempted subscription expires too. */
export function expireSession(account: StripeAccount, session: Stored.CheckoutSession): void {
  const attempted = account.sessionOrders.get(session.id)?.subscription;
  if (attempted?.status === "incomplete") endSubscription(account, attempted, "cancellation_requested");
  session.status = "expired";
  session.url = null;
  account.emit("checkout.session.expired", session);
}

function dueOfSubscription(account: StripeAccount, subscription: Stored.Subscription): Due[] {
  if (isOver(subscription)) return [];
  const end = () => endSubscription(account, subscription, "cancellation_requested");
  if (subscription.status === "incomplete") return [{ at: expiresAt(subscription), run: end }];
  const { pause_collection: pause, cancel_at } = subscription;
  if (subscription.status === "paused") return [];
  const due: Due[] = [];
  if (pause?.resumes_at)
    due.push({
      at: pause.resumes_at,
      run: () => {
        subscription.pause_collection = null;
        account.emit("customer.subscription.updated", subscription);
      },
    });
  if (cancel_at) due.push({ at: cancel_at, run: end });
  const renewal = {
    at: itemOf(subscription).current_period_end,
    run: () => renewSubscription(account, subscription),
  };
  return account.settings.atEndOfPause === "renews_first" && !cancel_at
    ? [renewal, ...due]
    : [...due, renewal];
}

function dueOfInvoice(account: StripeAccount, invoice: Stored.Invoice): Due[] {
  const outcome = invoiceOutcome(account);
  const subscription = subscriptionOf(account, invoice);
  if (!invoice.auto_advance || !subscription || isOver(subscription)) return [];
  if (invoice.status === "draft" && invoice.automatically_finalizes_at)
    return [
      {
        at: invoice.automatically_finalizes_at,
        run: () => {
          finalizeInvoice(account, invoice, outcome);
          collectInvoice(account, invoice, { isAway: true, outcome });
        },
      },
    ];
  if (invoice.status === "open" && invoice.next_payment_attempt)
    return [
      {
        at: invoice.next_payment_attempt,
        run: () => collectInvoice(account, invoice, { isAway: true, outcome }),
      },
    ];
  return [];
}
