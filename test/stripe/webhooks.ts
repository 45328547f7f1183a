import Stripe from "stripe";
import type { StripeEvent } from "./account/objects.ts";

/** An event as it goes over the wire. */
export interface SignedEvent {
  payload: string;
  /** The value of `Stripe-Signature`. */
  signature: string;
}

/** What an endpoint answered to an event. */
export interface Delivery {
  event: string;
  type: string;
  /** 0 when it could not be reached. */
  status: number;
}

/** Signs an event at a time (ms; now, if not given): receivers refuse signatures older than five minutes. */
export function signEvent(event: StripeEvent, secret: string, at = Date.now()): SignedEvent {
  return signText(JSON.stringify(event, null, 2), secret, at);
}

/** Signs any text as if it were an event. */
export function signText(payload: string, secret: string, at = Date.now()): SignedEvent {
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(at / 1000),
  });
  return { payload, signature };
}

/** Sends events to a webhook endpoint, one after the other, and remembers what it answered. */
export class WebhookSender {
  readonly deliveries: Delivery[] = [];
  readonly #secret: string;
  #url: string | undefined;
  #undelivered: StripeEvent[] = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** From now on each event goes to this address as soon as it happens; undefined ends that. */
  sendTo(url: string | undefined): void {
    this.#url = url;
  }

  push(event: StripeEvent): void {
    const url = this.#url;
    if (url) this.#last = this.#last.then(() => this.deliver(event, url));
  }

  /** Waits until every event so far has been answered. */
  async settled(): Promise<void> {
    for (let last: unknown; last !== this.#last; ) {
      last = this.#last;
      await last;
    }
  }

  /** Sends once more what was not answered with 2xx, as Stripe does for three days. */
  async retry(): Promise<void> {
    const events = this.#undelivered;
    const url = this.#url;
    this.#undelivered = [];
    if (url) for (const event of events) await this.deliver(event, url);
  }

  /** Sends one event to an address; returns the status that it answered. */
  async deliver(event: StripeEvent, url: string): Promise<number> {
    const { payload, signature } = signEvent(event, this.#secret);
    const status = await fetch(url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Stripe-Signature": signature,
        "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
      },
      body: payload,
    }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
    this.deliveries.push({ event: event.id, type: event.type, status });
    if (status < 200 || status > 299) this.#undelivered.push(event);
    else event.pending_webhooks = 0;
    return status;
  }
}
