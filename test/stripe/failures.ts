/** What goes wrong with a request to Stripe. */
export interface Failure {
  /** Which request, as `POST /v1/subscriptions`; without it the next one of any kind. */
  on?: string | RegExp;
  /** The status that is answered; or the connection breaks, or no answer ever comes. */
  answer: 429 | 500 | 502 | 503 | "disconnect" | "silence";
  /** Whether Stripe does what was asked all the same. */
  executes?: boolean;
  /** How many requests it happens to, 1 if not given. */
  times?: number;
}

/** A request that waits at Stripe's door. */
export interface HeldRequest {
  /** Fulfilled when the request is there. */
  arrived: Promise<void>;
  /** Lets it in. */
  release(): void;
}

/** The failures and delays that tests have asked for, each used up by the requests it happens to. */
export class Failures {
  readonly #failures: { failure: Failure; left: number }[] = [];
  readonly #held: { on: string | RegExp; wait: () => Promise<void> }[] = [];

  add(failure: Failure): void {
    this.#failures.push({ failure, left: failure.times ?? 1 });
  }

  hold(on: string | RegExp): HeldRequest {
    const arrival = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const wait = () => {
      arrival.resolve();
      return release.promise;
    };
    this.#held.push({ on, wait });
    return { arrived: arrival.promise, release: release.resolve };
  }

  /** The failure of this request (`METHOD /path`), if it is to have one. */
  take(request: string): Failure | undefined {
    const index = this.#failures.findIndex(({ failure }) => matches(failure.on, request));
    const found = this.#failures[index];
    if (!found) return undefined;
    found.left -= 1;
    if (found.left === 0) this.#failures.splice(index, 1);
    return found.failure;
  }

  /** Waits as long as this request is to be held. */
  async waitFor(request: string): Promise<void> {
    const index = this.#held.findIndex((held) => matches(held.on, request));
    const [held] = index < 0 ? [] : this.#held.splice(index, 1);
    await held?.wait();
  }
}

const matches = (on: string | RegExp | undefined, request: string) =>
  on === undefined || (typeof on === "string" ? on === request : on.test(request));
