import { StripeRefusal } from "./errors.ts";

/** An answer that went over the wire. */
export interface Answer {
  status: number;
  body: string;
  requestId: string;
}

interface Remembered {
  /** The request that the key was first used with. */
  fingerprint: string;
  answer?: Answer;
}

/** What each `Idempotency-Key` was used for, and what it was answered. */
export class IdempotencyKeys {
  readonly #keys = new Map<string, Remembered>();

  /**
   * The answer to repeat, or undefined when the request is to be carried out. Throws 400 if the key came with another
   * request before, 409 while the first one is still under way.
   */
  claim(key: string, fingerprint: string): Answer | undefined {
    const known = this.#keys.get(key);
    if (!known) {
      this.#keys.set(key, { fingerprint });
      return undefined;
    }
    if (known.fingerprint !== fingerprint)
      throw new StripeRefusal(400, {
        type: "idempotency_error",
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      });
    if (!known.answer)
      throw new StripeRefusal(409, {
        type: "invalid_request_error",
        code: "idempotency_key_in_use",
        message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
      });
    return known.answer;
  }

  /** Keeps the answer of a request that was carried out. */
  remember(key: string, answer: Answer): void {
    const known = this.#keys.get(key);
    if (known) known.answer = answer;
  }

  /** Forgets a request that failed before it was carried out: the key is free again. */
  release(key: string): void {
    this.#keys.delete(key);
  }
}
