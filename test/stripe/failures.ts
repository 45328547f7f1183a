export interface Failure {
  /** Such as `POST /v1/subscriptions`; default any. */
  on?: string | RegExp;
  /** Status, broken connection, or silence. */
  answer: 429 | 500 | 502 | 503 | "disconnect" | "silence";
  /** Carries the request out all the same. */
  executes?: boolean;
  /** By default once. */
  times?: number;
}

export interface HeldRequest {
  arrived: Promise<void>;
  release(): void;
}

/** Used up by the requests they meet. */
export class Failures {
  readonly #failures: { failure: Failure; left: number }[] = [];
  readonly #held: { on: string | RegExp; wait: () => Promise<void> }[] = [];

  add(failure: Failure): void {
    this.#failures.push({ failure, left: failure.times ?? 1 });
  }

  clear(): void {
    this.#failures.length = 0;
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

  take(request: string): Failure | undefined {
    const index = this.#failures.findIndex(({ failure }) => matches(failure.on, request));
    const found = this.#failures[index];
    if (!found) return undefined;
    found.left -= 1;
    if (found.left === 0) this.#failures.splice(index, 1);
    return found.failure;
  }

  async waitFor(request: string): Promise<void> {
    const index = this.#held.findIndex((held) => matches(held.on, request));
    const [held] = index < 0 ? [] : this.#held.splice(index, 1);
    await held?.wait();
  }
}

const matches = (on: string | RegExp | undefined, request: string) =>
  on === undefined || (typeof on === "string" ? on === request : on.test(request));
