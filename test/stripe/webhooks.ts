import Stripe from "stripe";
import type { StripeEvent } from "./account/objects.ts";

export interface SignedEvent {
  payload: string;
  /** Of `Stripe-Signature`. */
  signature: string;
}

export interface Delivery {
  event: string;
  type: string;
  /** 0 if unreachable. */
  status: number;
}

/** `at` in ms, default now: receivers refuse signatures older than five minutes. */
export function signEvent(event: StripeEvent, secret: string, at = Date.now()): SignedEvent {
  return signText(JSON.stringify(event, null, 2), secret, at);
}

export function signText(payload: string, secret: string, at = Date.now()): SignedEvent {
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(at / 1000),
  });
  return { payload, signature };
}

/** Sends events in order and remembers the answers. */
export class WebhookSender {
  readonly deliveries: Delivery[] = [];
  readonly #secret: string;
  #url: string | undefined;
  #undelivered: StripeEvent[] = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** As they happen; undefined ends it. */
  sendTo(url: string | undefined): void {
    this.#url = url;
  }

  push(event: StripeEvent): void {
    const url = this.#url;
    if (url) this.#last = this.#last.then(() => this.deliver(event, url));
  }

  /** All events so far are answered. */
  async settled(): Promise<void> {
    for (let last: unknown; last !== this.#last; ) {
      last = this.#last;
      await last;
    }
  }

  /** What got no 2xx, as Stripe does for three days. */
  async retry(): Promise<void> {
    const events = this.#undelivered;
    const url = this.#url;
    this.#undelivered = [];
    if (url) for (const event of events) await this.deliver(event, url);
  }

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
