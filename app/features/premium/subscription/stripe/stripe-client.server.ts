import type Stripe from "stripe";
import { environment } from "#app/config/environment.ts";
import { NotImplemented, Unavailable } from "#app/features/domain-error.ts";
import { logger } from "#app/logger.server.ts";

const timeoutMs = 15_000;
/** Also of an idempotency key that another request is using (409). */
const maxRetries = 3;

/** Stripe refused a request or did not answer. Has nothing of the request or the response but codes, which are safe to log. */
export class StripeFailure extends Unavailable {
  /** HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** Stripe's code, such as `resource_missing`. */
  readonly stripeCode: string | null;
  constructor(status: number | null, stripeCode: string | null) {
    super("決済サービスにつながりません。しばらくしてから、もう一度お試しください。");
    this.status = status;
    this.stripeCode = stripeCode;
  }
}

type HttpClient = NonNullable<Stripe.StripeConfig["httpClient"]>;

let client: { secret: string; origin: string; stripe: Stripe } | undefined;

async function stripeClient(): Promise<Stripe> {
  const { STRIPE_SECRET_KEY: secret, STRIPE_API_ORIGIN: origin } = environment();
  if (!secret) throw new NotImplemented("このサーバーではお支払いを受け付けていません");
  if (client?.secret === secret && client.origin === origin) return client.stripe;
  // Loaded on first use: an installation without payments does not need it.
  const { default: Stripe } = await import("stripe");
  const { hostname, port, protocol } = new URL(origin);
  const stripe = new Stripe(secret, {
    host: hostname,
    ...(port ? { port } : {}),
    protocol: protocol === "http:" ? "http" : "https",
    timeout: timeoutMs,
    maxNetworkRetries: maxRetries,
    telemetry: false,
    httpClient: withoutNotices(Stripe.createNodeHttpClient()),
  });
  client = { secret, origin, stripe };
  return stripe;
}

/** Logs what Stripe has to say to developers: its client would write that to stderr, past the log. */
function withoutNotices(client: HttpClient): HttpClient {
  return {
    getClientName: () => client.getClientName(),
    async makeRequest(...request) {
      const response = await client.makeRequest(...request);
      const { "stripe-notice": notice, ...headers } = response.getHeaders();
      if (!notice) return response;
      logger.info({ notice }, "Stripe notice");
      return {
        getStatusCode: () => response.getStatusCode(),
        getHeaders: () => headers,
        getRawResponse: () => response.getRawResponse(),
        toStream: (whenRead) => response.toStream(whenRead),
        toJSON: () => response.toJSON(),
        dispose: () => response.dispose?.(),
      };
    },
  };
}

/**
 * Calls Stripe's API. Throws `NotImplemented` without keys and `StripeFailure` (503) for every failure of the call, which
 * is logged. Never within `write`.
 */
export async function callStripe<T>(call: (stripe: Stripe) => Promise<T>): Promise<T> {
  const stripe = await stripeClient();
  try {
    return await call(stripe);
  } catch (error) {
    const { type, code, statusCode, requestId } = codesOf(error);
    if (type === null) throw error;
    logger.warn({ type, code, statusCode, stripeRequest: requestId }, "Stripe call failed");
    throw new StripeFailure(statusCode, code);
  }
}

/** The answer of a call about one object; null where Stripe does not have it. */
export async function ignoreMissing<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof StripeFailure && error.stripeCode === "resource_missing") return null;
    throw error;
  });
}

/** The codes of an error of Stripe's client; `type` is null for any other error. */
function codesOf(error: unknown) {
  const source = error instanceof Error ? error : {};
  const text = (name: string) => {
    const value: unknown = Reflect.get(source, name);
    return typeof value === "string" ? value : null;
  };
  const type = text("type");
  const status: unknown = Reflect.get(source, "statusCode");
  return {
    type: type?.startsWith("Stripe") ? type : null,
    code: text("code"),
    statusCode: typeof status === "number" ? status : null,
    requestId: text("requestId"),
  };
}

/** The id of what Stripe gives as an id or as the object itself. */
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === "string" ? value : (value?.id ?? null);

/** A time of Stripe's, in seconds. */
export const fromSeconds = (seconds: number): Date => new Date(seconds * 1000);
export const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);
