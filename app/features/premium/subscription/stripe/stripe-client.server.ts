import type Stripe from "stripe";
import { environment } from "#app/config/environment.ts";
import { NotImplemented, Unavailable } from "#app/features/domain-error.ts";
import { logger } from "#app/logger.server.ts";

const timeoutMs = 15_000;
/** Stripe's client also retries when another request uses the idempotency key (409). */
const maxRetries = 3;

/** Stripe refused a request or did not answer. Holds only codes, which are safe to log. */
export class StripeFailure extends Unavailable {
  /** HTTP status; null without an answer. */
  readonly status: number | null;
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
  // An installation without payments must not load it.
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

/** Sends Stripe's notices to the log: its client writes them to stderr. */
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

/** Throws `NotImplemented` without keys, `StripeFailure` (503) for failures, which it logs. Never call it within `write`. */
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

/** Null when Stripe does not have the object. */
export async function ignoreMissing<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof StripeFailure && error.stripeCode === "resource_missing") return null;
    throw error;
  });
}

/** `type` is null for an error that is not from Stripe's client. */
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

/** Stripe gives an id, or the object itself. */
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === "string" ? value : (value?.id ?? null);

/** Stripe counts in seconds. */
export const fromSeconds = (seconds: number): Date => new Date(seconds * 1000);
export const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);
