import { StripeRefusal } from "./errors.ts";

export interface Answer {
  status: number;
  body: string;
  requestId: string;
}

interface Remembered {
  fingerprint: string;
  answer?: Answer;
}

/** Requests and answers by `Idempotency-Key`. */
export class IdempotencyKeys {
  readonly #keys = new Map<string, Remembered>();

  /**
   * The answer to repeat; undefined: carry it out. Throws 400 if the key came with another request, 409 while the first is
   * under way.
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

  remember(key: string, answer: Answer): void {
    const known = this.#keys.get(key);
    if (known) known.answer = answer;
  }

  /** Not carried out: the key is free again. */
  release(key: string): void {
    this.#keys.delete(key);
  }
}
