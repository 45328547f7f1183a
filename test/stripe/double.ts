import Stripe from "stripe";
import type { CardBehavior, StripeAccount } from "./account/account.ts";
import { findTestCard } from "./account/cards.ts";
import { newCard } from "./account/new-payment-objects.ts";
import type * as Stored from "./account/objects.ts";
import type { ApiRequest } from "./api/api.ts";
import { completeCheckout, payCheckout } from "./billing/checkout.ts";
import { advanceClock } from "./billing/due.ts";
import { paymentOutcome } from "./billing/invoices.ts";
import {
  attemptPayment,
  closeDispute,
  disputeCharge,
  finishAuthentication,
  refundCharge,
} from "./billing/payments.ts";
import { confirmSetup, finishSetup } from "./billing/setups.ts";
import { invoiceOutcome } from "./billing/subscriptions.ts";
import type { Failure, Failures, HeldRequest } from "./failures.ts";
import { type Delivery, type SignedEvent, signEvent, signText, WebhookSender } from "./webhooks.ts";

/** How a payment goes, or the number of one of Stripe's test cards. */
type PaymentKind = "succeeds" | "needs_3ds" | "declined" | (string & {});

const cardOf: Record<string, string> = {
  succeeds: "4242424242424242",
  needs_3ds: "4000002500003155",
  declined: "4000000000000002",
};

interface Parts {
  account: StripeAccount;
  failures: Failures;
  origin: string;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  priceId: string;
  close: () => Promise<void>;
}

/** A running Stripe of our own: its settings, what people and banks do there, and its clock. */
export class StripeDouble {
  readonly origin: string;
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** 550 yen a month, tax included. */
  readonly priceId: string;
  readonly apiVersion = Stripe.API_VERSION;
  /** Every object, to look at and for what no call can do. */
  readonly account: StripeAccount;
  /** Calls of the API so far, with the status that each was answered; 0 without an answer. */
  readonly requests: (ApiRequest & { status: number })[] = [];
  readonly close: () => Promise<void>;
  /** Calls of the API that were answered at the same time, at most. */
  maxAtOnce = 0;
  /** What Stripe has to say to developers: it comes with every answer. */
  notice: string | null = null;
  readonly #failures: Failures;
  readonly #webhooks: WebhookSender;

  constructor(parts: Parts) {
    this.account = parts.account;
    this.#failures = parts.failures;
    this.origin = parts.origin;
    this.secretKey = parts.secretKey;
    this.publishableKey = parts.publishableKey;
    this.webhookSecret = parts.webhookSecret;
    this.priceId = parts.priceId;
    this.close = parts.close;
    this.#webhooks = new WebhookSender(this.webhookSecret);
    this.account.onEvent = (event) => this.#webhooks.push(event);
  }

  /** The settings of a server that is paid through this Stripe. */
  get settings() {
    return {
      STRIPE_SECRET_KEY: this.secretKey,
      STRIPE_PUBLISHABLE_KEY: this.publishableKey,
      STRIPE_WEBHOOK_SECRET: this.webhookSecret,
      STRIPE_PRICE_ID: this.priceId,
      STRIPE_API_ORIGIN: this.origin,
    };
  }

  /** A client of the real package; `maxNetworkRetries` 0, so that every failure is seen. */
  client(o: Stripe.StripeConfig = {}): Stripe {
    const { hostname, port } = new URL(this.origin);
    return new Stripe(this.secretKey, {
      host: hostname,
      port,
      protocol: "http",
      maxNetworkRetries: 0,
      telemetry: false,
      ...o,
    });
  }

  /** The clock of Stripe. `advance` does on the way what falls due: renewals, retries, expiry, the end of pauses. */
  readonly clock = {
    /** Milliseconds since 1970. */
    now: () => this.account.clock.ms,
    advance: (ms: number) => advanceClock(this.account, ms),
    advanceTo: (date: Date) => advanceClock(this.account, date.getTime() - this.account.clock.ms),
  };

  /** Enters a card for a payment or for a card to be saved, named by its identifier or client secret; returns the status. */
  pay(intentOrSecret: string, how: PaymentKind = "succeeds"): string {
    return this.payWith(intentOrSecret, newCard(this.account, behaviorOf(how), null));
  }

  /** The same with a card that is known to this Stripe. */
  payWith(intentOrSecret: string, method: Stored.PaymentMethod): string {
    const [id = ""] = intentOrSecret.split("_secret_");
    const setup = this.account.setupIntents.get(id);
    if (setup) {
      confirmSetup(this.account, setup, method);
      return setup.status;
    }
    const intent = known(this.account.paymentIntents, id);
    attemptPayment(this.account, intent, method, { isAway: false, outcome: this.#outcome() });
    return intent.status;
  }

  /** Answers the 3-D Secure challenge of a payment or of a card to be saved; returns the status. */
  authenticate(intentOrSecret: string, isAuthenticated = true): string {
    const [id = ""] = intentOrSecret.split("_secret_");
    const setup = this.account.setupIntents.get(id);
    if (setup) {
      finishSetup(this.account, setup, isAuthenticated);
      return setup.status;
    }
    const intent = known(this.account.paymentIntents, id);
    finishAuthentication(this.account, intent, { isAuthenticated, outcome: this.#outcome() });
    return intent.status;
  }

  /** Pays on the hosted page of a Checkout session (identifier or address); returns the session's status. */
  payCheckout(idOrUrl: string, how: PaymentKind = "succeeds"): string | null {
    const session = known(this.account.checkoutSessions, idOrUrl.split("/").at(-1) ?? "");
    const paid = payCheckout(this.account, session, newCard(this.account, behaviorOf(how), null));
    if (paid.status === "needs_3ds" && paid.intent) {
      this.authenticate(paid.intent.id);
      if (paid.intent.status === "succeeded") completeCheckout(this.account, session);
    }
    return session.status;
  }

  /** The bank declines this customer's renewals from now on, or (false) no longer. */
  declineRenewals(customer: string, declines = true): void {
    if (declines) this.account.declinesRenewals.add(customer);
    else this.account.declinesRenewals.delete(customer);
  }

  /** Gives back the money of a charge or payment, as an operator does on Stripe's dashboard. */
  refund(chargeOrIntent: string, amount?: number): Stored.Refund {
    return refundCharge(this.account, this.#charge(chargeOrIntent), { amount });
  }

  /** The holder of the card has its bank take the money back. */
  dispute(chargeOrIntent: string): Stored.Dispute {
    return disputeCharge(this.account, this.#charge(chargeOrIntent));
  }

  /** Pauses a subscription as an operator does on Stripe's dashboard: it makes no invoices until it is resumed. */
  pauseSubscription(id: string): void {
    const subscription = known(this.account.subscriptions, id);
    subscription.status = "paused";
    this.account.emit("customer.subscription.paused", subscription);
  }

  closeDispute(dispute: string, status: "won" | "lost"): void {
    closeDispute(this.account, known(this.account.disputes, dispute), status);
  }

  /** The next call that fits goes wrong. */
  failNext(failure: Failure): void {
    this.#failures.add(failure);
  }

  /** The next call of this kind (`POST /v1/subscriptions`) waits until it is released. */
  hold(on: string | RegExp): HeldRequest {
    return this.#failures.hold(on);
  }

  /** Events so far, in the order in which they happened. */
  events(...types: string[]): Stored.StripeEvent[] {
    const all = [...this.account.events.values()];
    return types.length > 0 ? all.filter((event) => types.includes(event.type)) : all;
  }

  /** An event as a webhook endpoint receives it; `at` (ms) is when it was signed, now if not given. */
  sign(event: Stored.StripeEvent, at?: number): SignedEvent {
    return signEvent(event, this.webhookSecret, at);
  }

  /** Any text, signed as an event is. */
  signText(payload: string): SignedEvent {
    return signText(payload, this.webhookSecret);
  }

  /** From now on each event is sent to this address as it happens; undefined ends that. */
  sendWebhooksTo(url: string | undefined): void {
    this.#webhooks.sendTo(url);
  }

  /** Waits until the events sent so far have been answered. */
  webhooksSettled(): Promise<void> {
    return this.#webhooks.settled();
  }

  /** Sends events to an address in this order, once for each time they are listed; returns the statuses. */
  async deliver(events: Stored.StripeEvent | Stored.StripeEvent[], url: string): Promise<number[]> {
    const statuses: number[] = [];
    for (const event of [events].flat()) statuses.push(await this.#webhooks.deliver(event, url));
    return statuses;
  }

  /** Sends again what `sendWebhooksTo` got no 2xx for. */
  retryWebhooks(): Promise<void> {
    return this.#webhooks.retry();
  }

  /** What webhook endpoints have answered. */
  get deliveries(): Delivery[] {
    return this.#webhooks.deliveries;
  }

  #charge(chargeOrIntent: string): Stored.Charge {
    const charge = this.account.paymentIntents.get(chargeOrIntent)?.latest_charge ?? chargeOrIntent;
    return known(this.account.charges, charge);
  }

  #outcome() {
    return paymentOutcome(this.account, invoiceOutcome(this.account));
  }
}

function behaviorOf(how: PaymentKind): CardBehavior {
  const card = findTestCard(cardOf[how] ?? how);
  if (!card) throw new Error(`no test card ${how}`);
  return card;
}

function known<Item>(kind: Map<string, Item>, id: string): Item {
  const found = kind.get(id);
  if (!found) throw new Error(`this Stripe knows no ${id}`);
  return found;
}
