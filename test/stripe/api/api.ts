import type { StripeAccount } from "../account/account.ts";
import { checkoutEndpoints } from "./checkout-endpoints.ts";
import { customerEndpoints } from "./customer-endpoints.ts";
import type { Endpoint } from "./endpoint.ts";
import { StripeRefusal } from "./errors.ts";
import { type FormTree, parseForm } from "./form.ts";
import { invoiceEndpoints } from "./invoice-endpoints.ts";
import { paymentEndpoints } from "./payment-endpoints.ts";
import { render } from "./render.ts";
import { subscriptionEndpoints } from "./subscription-endpoints.ts";

const endpoints: Endpoint[] = [
  ...customerEndpoints,
  ...subscriptionEndpoints,
  ...invoiceEndpoints,
  ...paymentEndpoints,
  ...checkoutEndpoints,
];

export interface ApiRequest {
  method: string;
  path: string;
  query: string;
  body: string;
  authorization: string | undefined;
  idempotencyKey: string | undefined;
}

interface Keys {
  secretKey: string;
  publishableKey: string;
}

export class StripeApi {
  readonly #account: StripeAccount;
  readonly #keys: Keys;
  readonly #origin: string;
  readonly #idempotencyKeys = new IdempotencyKeys();

  constructor(account: StripeAccount, keys: Keys, origin: string) {
    this.#account = account;
    this.#keys = keys;
    this.#origin = origin;
  }

  /** And whether it repeats an earlier one. `carryOut` may wait, or fail before anything is done. */
  async answer(
    request: ApiRequest,
    beforehand: () => Promise<StripeRefusal | undefined>,
  ): Promise<Answer & { isReplay: boolean }> {
    const requestId = this.#account.newId("req", 14);
    const key = request.method === "POST" ? request.idempotencyKey : undefined;
    try {
      this.#authorize(request);
      const fingerprint = JSON.stringify([request.method, request.path, request.body]);
      const earlier = key === undefined ? undefined : this.#idempotencyKeys.claim(key, fingerprint);
      if (earlier) return { ...earlier, isReplay: true };
    } catch (error) {
      return { ...refusalAnswer(error, requestId), isReplay: false };
    }
    const refusal = await beforehand();
    const answer = refusal ? refusalAnswer(refusal, requestId) : this.#carryOut(request, requestId);
    // As at Stripe, a refused or postponed request was not carried out, and may be sent again.
    if (key !== undefined && (refusal || answer.status === 400 || answer.status === 404))
      this.#idempotencyKeys.release(key);
    else if (key !== undefined) this.#idempotencyKeys.remember(key, answer);
    return { ...answer, isReplay: false };
  }

  #carryOut(request: ApiRequest, requestId: string): Answer {
    const form = parseForm(request.method === "POST" ? request.body : request.query);
    this.#account.request = { id: requestId, idempotency_key: request.idempotencyKey ?? null };
    try {
      const { endpoint, id } = find(request.method, request.path);
      const call = { account: this.#account, id, url: request.path, origin: this.#origin };
      const object = endpoint.answer(call, form);
      const json = render(this.#account, object, expansions(form));
      const body = form.key === this.#keys.publishableKey ? forBrowser(json) : json;
      return { status: 200, body: JSON.stringify(body, null, 2), requestId };
    } catch (error) {
      return refusalAnswer(error, requestId);
    } finally {
      this.#account.request = null;
    }
  }

  #authorize(request: ApiRequest): void {
    const form = parseForm(request.method === "POST" ? request.body : request.query);
    const key = keyOf(request.authorization) ?? (typeof form.key === "string" ? form.key : undefined);
    if (key === this.#keys.secretKey) return;
    if (key === undefined && request.path.startsWith("/v3/")) return;
    if (key === undefined)
      throw unauthorized(
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
      );
    if (key !== this.#keys.publishableKey)
      throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}${"*".repeat(12)}${key.slice(-4)}`);
    const { endpoint } = find(request.method, request.path);
    if (!endpoint.isForBrowsers)
      throw unauthorized(
        "This API call cannot be made with a publishable API key. Please use a secret API key.",
        "secret_key_required",
      );
    if (form.client_secret === undefined)
      throw unauthorized("You must pass in a valid `client_secret` when using a publishable key.");
  }
}

function find(method: string, path: string): { endpoint: Endpoint; id: string } {
  for (const endpoint of endpoints) {
    const pattern = new RegExp(`^${endpoint.path.replace(":id", "([^/]+)")}$`);
    const match = endpoint.method === method ? pattern.exec(path) : null;
    if (match) return { endpoint, id: decodeURIComponent(match[1] ?? "") };
  }
  throw new StripeRefusal(404, {
    type: "invalid_request_error",
    message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  });
}

const expansions = (form: FormTree): string[] =>
  Array.isArray(form.expand) ? form.expand.filter((one) => typeof one === "string") : [];

function keyOf(authorization: string | undefined): string | undefined {
  const [scheme, value] = authorization?.split(" ") ?? [];
  if (scheme === "Bearer") return value;
  if (scheme === "Basic" && value) return Buffer.from(value, "base64").toString().split(":")[0];
  return undefined;
}

const unauthorized = (message: string, code?: string) =>
  new StripeRefusal(401, { type: "invalid_request_error", message, ...(code && { code }) });

/** Nothing of the customer. */
function forBrowser({ customer: _, metadata: __, ...rest }: Record<string, unknown>) {
  return rest;
}

function refusalAnswer(error: unknown, requestId: string): Answer {
  if (!(error instanceof StripeRefusal)) throw error;
  return { status: error.status, body: JSON.stringify(error.body, null, 2), requestId };
}

interface Answer {
  status: number;
  body: string;
  requestId: string;
}

interface Remembered {
  fingerprint: string;
  answer?: Answer;
}

/** Requests and answers by `Idempotency-Key`. */
class IdempotencyKeys {
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
