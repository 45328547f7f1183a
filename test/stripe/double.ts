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
  answerDispute,
  attemptPayment,
  closeDispute,
  disputeCharge,
  escalateDispute,
  failRefund,
  finishAuthentication,
  offerAppeal,
  refundCharge,
} from "./billing/payments.ts";
import { confirmSetup, finishSetup } from "./billing/setups.ts";
import { invoiceOutcome } from "./billing/subscriptions.ts";
import type { Failure, Failures, HeldRequest } from "./failures.ts";
import { type Delivery, type SignedEvent, signEvent, signText, WebhookSender } from "./webhooks.ts";

/** How a payment goes, or a Stripe test card's number. */
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

export class StripeDouble {
  readonly origin: string;
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** 550 yen a month, tax included. */
  readonly priceId: string;
  readonly apiVersion = Stripe.API_VERSION;
  /** For tests, and for what no call can do. */
  readonly account: StripeAccount;
  /** With the answered status; 0 without an answer. */
  readonly requests: (ApiRequest & { status: number })[] = [];
  readonly close: () => Promise<void>;
  /** Most calls answered at once. */
  maxAtOnce = 0;
  /** Stripe's notice to developers, in every answer. */
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

  get settings() {
    return {
      STRIPE_SECRET_KEY: this.secretKey,
      STRIPE_PUBLISHABLE_KEY: this.publishableKey,
      STRIPE_WEBHOOK_SECRET: this.webhookSecret,
      STRIPE_PRICE_ID: this.priceId,
      STRIPE_API_ORIGIN: this.origin,
    };
  }

  /** The real package; `maxNetworkRetries` 0 shows every failure. */
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

  /** `advance` does what falls due: renewals, retries, expiry, ends of pauses. */
  readonly clock = {
    now: () => this.account.clock.ms,
    advance: (ms: number) => advanceClock(this.account, ms),
    advanceTo: (date: Date) => advanceClock(this.account, date.getTime() - this.account.clock.ms),
  };

  /** For a payment or card setup, by identifier or client secret; returns the status. */
  pay(intentOrSecret: string, how: PaymentKind = "succeeds"): string {
    return this.payWith(intentOrSecret, newCard(this.account, behaviorOf(how), null));
  }

  /** With a known card. */
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

  /** By the session's identifier or address; returns its status. */
  payCheckout(idOrUrl: string, how: PaymentKind = "succeeds"): string | null {
    const session = known(this.account.checkoutSessions, idOrUrl.split("/").at(-1) ?? "");
    const paid = payCheckout(this.account, session, newCard(this.account, behaviorOf(how), null));
    if (paid.status === "needs_3ds" && paid.intent) {
      this.authenticate(paid.intent.id);
      if (paid.intent.status === "succeeded") completeCheckout(this.account, session);
    }
    return session.status;
  }

  /** False ends it. */
  declineRenewals(customer: string, declines = true): void {
    if (declines) this.account.declinesRenewals.add(customer);
    else this.account.declinesRenewals.delete(customer);
  }

  refund(chargeOrIntent: string, amount?: number): Stored.Refund {
    return refundCharge(this.account, this.#charge(chargeOrIntent), { amount });
  }

  /** Days after it seemed to be done. */
  failRefund(id: string, reason: string): void {
    failRefund(this.account, known(this.account.refunds, id), reason);
  }

  /** By the holder's bank; an inquiry only asks. */
  dispute(chargeOrIntent: string, o: { isInquiry?: boolean } = {}): Stored.Dispute {
    return disputeCharge(this.account, this.#charge(chargeOrIntent), o);
  }

  /** As on Stripe's dashboard: no invoices until resumed. */
  pauseSubscription(id: string): void {
    const subscription = known(this.account.subscriptions, id);
    subscription.status = "paused";
    this.account.emit("customer.subscription.paused", subscription);
  }

  /** Evidence was sent: the bank decides. */
  answerDispute(dispute: string): void {
    answerDispute(this.account, known(this.account.disputes, dispute));
  }

  closeDispute(dispute: string, status: "won" | "lost" | "warning_closed"): void {
    closeDispute(this.account, known(this.account.disputes, dispute), status);
  }

  /** An inquiry becomes a dispute. */
  escalateDispute(dispute: string): void {
    escalateDispute(this.account, known(this.account.disputes, dispute));
  }

  /** Of a lost one. */
  offerAppeal(dispute: string): void {
    offerAppeal(this.account, known(this.account.disputes, dispute));
  }

  /** The next fitting call fails. */
  failNext(failure: Failure): void {
    this.#failures.add(failure);
  }

  /** Forgets the failures that no call has met. */
  failNoMore(): void {
    this.#failures.clear();
  }

  /** The next such call (`POST /v1/subscriptions`) waits for release. */
  hold(on: string | RegExp): HeldRequest {
    return this.#failures.hold(on);
  }

  events(...types: string[]): Stored.StripeEvent[] {
    const all = [...this.account.events.values()];
    return types.length > 0 ? all.filter((event) => types.includes(event.type)) : all;
  }

  /** For a webhook; `at` (ms) of the signature, default now. */
  sign(event: Stored.StripeEvent, at?: number): SignedEvent {
    return signEvent(event, this.webhookSecret, at);
  }

  signText(payload: string): SignedEvent {
    return signText(payload, this.webhookSecret);
  }

  /** As they happen; undefined ends it. */
  sendWebhooksTo(url: string | undefined): void {
    this.#webhooks.sendTo(url);
  }

  /** All sent events are answered. */
  webhooksSettled(): Promise<void> {
    return this.#webhooks.settled();
  }

  /** In order, with repetitions; returns the statuses. */
  async deliver(events: Stored.StripeEvent | Stored.StripeEvent[], url: string): Promise<number[]> {
    const statuses: number[] = [];
    for (const event of [events].flat()) statuses.push(await this.#webhooks.deliver(event, url));
    return statuses;
  }

  /** What got no 2xx. */
  retryWebhooks(): Promise<void> {
    return this.#webhooks.retry();
  }

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
