import { createHash } from "node:crypto";
import Stripe from "stripe";
import type * as Stored from "./objects.ts";
import { toJson } from "./objects.ts";

export interface CardBehavior {
  number: string;
  brand: string;
  decline?: { code: string; decline_code?: string; message: string };
  /** Also when the customer is away, as in a renewal. */
  threeDSecure?: "first" | "always";
}

interface SessionOrder {
  price: Stored.Price;
  quantity: number;
  metadata: Record<string, string>;
  description: string | null;
  trialEnd: number | null;
  subscription?: Stored.Subscription;
}

interface AccountSettings {
  /** After the first failed attempt of a renewal. */
  retryAfterDays: number[];
  afterRetries: "canceled" | "unpaid" | "past_due";
  /** If a pause ends with a renewal: Stripe promises no order. */
  atEndOfPause: "resumes_first" | "renews_first";
}

/** Stands still at `at`, or follows the machine; both move by `shift`. */
export class Clock {
  #shiftMs = 0;
  readonly #at: number | undefined;

  constructor(at?: Date) {
    this.#at = at?.getTime();
  }

  get ms(): number {
    return (this.#at ?? Date.now()) + this.#shiftMs;
  }

  /** Since 1970, as Stripe's times. */
  get now(): number {
    return Math.floor(this.ms / 1000);
  }

  shift(ms: number): void {
    this.#shiftMs += ms;
  }
}

/** A Stripe account's objects; the newest of each kind is last. */
export class StripeAccount {
  readonly customers = new Map<string, Stored.Customer>();
  readonly deletedCustomers = new Set<string>();
  readonly products = new Map<string, Stored.Product>();
  readonly prices = new Map<string, Stored.Price>();
  readonly subscriptions = new Map<string, Stored.Subscription>();
  readonly invoices = new Map<string, Stored.Invoice>();
  readonly invoicePayments = new Map<string, Stored.InvoicePayment>();
  readonly paymentIntents = new Map<string, Stored.PaymentIntent>();
  readonly setupIntents = new Map<string, Stored.SetupIntent>();
  readonly paymentMethods = new Map<string, Stored.PaymentMethod>();
  readonly charges = new Map<string, Stored.Charge>();
  readonly refunds = new Map<string, Stored.Refund>();
  readonly disputes = new Map<string, Stored.Dispute>();
  readonly checkoutSessions = new Map<string, Stored.CheckoutSession>();
  readonly portalSessions = new Map<string, Stored.PortalSession>();
  readonly events = new Map<string, Stored.StripeEvent>();
  readonly cards = new Map<string, CardBehavior>();
  readonly sessionOrders = new Map<string, SessionOrder>();
  /** Their banks decline payments while they are away. */
  readonly declinesRenewals = new Set<string>();
  readonly clock: Clock;
  readonly settings: AccountSettings = {
    retryAfterDays: [3, 8, 15],
    afterRetries: "canceled",
    atEndOfPause: "resumes_first",
  };
  /** Being answered: its events name it. */
  request: { id: string; idempotency_key: string | null } | null = null;
  pagesOrigin = "https://invoice.stripe.com";
  onEvent: (event: Stored.StripeEvent) => void = () => {};
  readonly #lastSeen = new Map<string, Record<string, unknown>>();
  readonly #seed: string;
  #serial = 0;

  constructor(clock: Clock, seed: string) {
    this.clock = clock;
    this.#seed = seed;
  }

  /** Such as `cus_…`; `length` without the prefix. */
  newId(prefix: string, length = 24): string {
    this.#serial += 1;
    const digest = createHash("sha512").update(`${this.#seed}/${this.#serial}`).digest("base64url");
    return `${prefix}_${digest.replace(/[-_]/g, "x").slice(0, length)}`;
  }

  find(id: string): { id: string; object: string } | undefined {
    return this.#kinds.map((kind) => kind.get(id)).find(Boolean);
  }

  /** With the object now, and its changes since its last event. */
  emit(type: Stored.StripeEvent["type"], object: { id: string }): void {
    const now = toJson(object);
    const before = this.#lastSeen.get(object.id);
    this.#lastSeen.set(object.id, now);
    const event: Stored.StripeEvent = {
      id: this.newId("evt"),
      object: "event",
      api_version: Stripe.API_VERSION,
      created: this.clock.now,
      data: {
        object: now,
        ...(type.endsWith(".updated") && before && { previous_attributes: changed(before, now) }),
      },
      livemode: false,
      pending_webhooks: 1,
      request: this.request ?? { id: null, idempotency_key: null },
      type,
    };
    this.events.set(event.id, event);
    this.onEvent(event);
  }

  /** Only if the object differs from its last event. */
  emitIfChanged(type: Stored.StripeEvent["type"], object: { id: string }): void {
    if (JSON.stringify(this.#lastSeen.get(object.id)) !== JSON.stringify(toJson(object)))
      this.emit(type, object);
  }

  get #kinds(): Map<string, { id: string; object: string }>[] {
    return [
      this.customers,
      this.products,
      this.prices,
      this.subscriptions,
      this.invoices,
      this.invoicePayments,
      this.paymentIntents,
      this.setupIntents,
      this.paymentMethods,
      this.charges,
      this.refunds,
      this.disputes,
      this.checkoutSessions,
      this.portalSessions,
    ];
  }
}

function changed(before: Record<string, unknown>, now: Record<string, unknown>): Record<string, unknown> {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return Object.fromEntries(
    [...names]
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]))
      .map((name) => [name, before[name] ?? null]),
  );
}
