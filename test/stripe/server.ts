import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Clock, StripeAccount } from "./account/account.ts";
import { newMonthlyPrice } from "./account/new-subscription-objects.ts";
import { type ApiRequest, StripeApi } from "./api/api.ts";
import { StripeRefusal } from "./api/errors.ts";
import { advanceClock } from "./billing/due.ts";
import { StripeDouble } from "./double.ts";
import { type Failure, Failures } from "./failures.ts";
import { answerPage } from "./pages/answer-page.ts";

/**
 * Our Stripe on loopback, in the `stripe` package's API version. The clock follows the machine, or stands still at `at`. `seed`
 * fixes identifiers.
 */
export async function startStripe(
  o: { at?: Date; seed?: string; port?: number } = {},
): Promise<StripeDouble> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(o.port ?? 0, "127.0.0.1", resolve));
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("no port");
  // Another site than 127.0.0.1, as Stripe is.
  const origin = `http://localhost:${address.port}`;
  const seed = o.seed ?? crypto.randomUUID();
  const account = new StripeAccount(new Clock(o.at), seed);
  account.pagesOrigin = origin;
  const price = newMonthlyPrice(account, { name: "Mugen プレミアム", yen: 550 });
  const keys = {
    secretKey: account.newId("sk_test", 32),
    publishableKey: account.newId("pk_test", 32),
    webhookSecret: account.newId("whsec", 32),
  };
  const failures = new Failures();
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const double = new StripeDouble({ ...keys, account, failures, origin, priceId: price.id, close });
  const api = new StripeApi(account, keys, origin);
  const calls = new Set<IncomingMessage>();
  server.on("request", (request, response) => {
    calls.add(request);
    double.maxAtOnce = Math.max(double.maxAtOnce, calls.size);
    response.on("close", () => calls.delete(request));
    answer({ double, api, failures }, request, response).catch((error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    });
  });
  return double;
}

interface Context {
  double: StripeDouble;
  api: StripeApi;
  failures: Failures;
}

async function answer(context: Context, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { double } = context;
  const url = new URL(request.url ?? "/", double.origin);
  const body = await bodyOf(request);
  const method = request.method ?? "GET";
  advanceClock(double.account, 0);
  const isApi = url.pathname.startsWith("/v1/") || url.pathname.startsWith("/v3/authenticate/");
  if (!isApi) {
    await answerPage(double, { method, url, body }, response);
    return;
  }
  response.setHeader("Access-Control-Allow-Origin", "*");
  if (method === "OPTIONS") {
    response.writeHead(200, {
      "Access-Control-Allow-Methods": "GET, HEAD, PUT, PATCH, POST, DELETE",
      "Access-Control-Allow-Headers": request.headers["access-control-request-headers"] ?? "",
      "Access-Control-Max-Age": "300",
    });
    response.end();
    return;
  }
  await answerApi(
    context,
    {
      method,
      path: url.pathname,
      query: url.search.slice(1),
      body,
      authorization: request.headers.authorization,
      idempotencyKey: headerOf(request, "idempotency-key"),
    },
    response,
  );
}

async function answerApi(context: Context, request: ApiRequest, response: ServerResponse): Promise<void> {
  const { double, api, failures } = context;
  const name = `${request.method} ${request.path}`;
  const failure = failures.take(name);
  if (failure?.answer === "disconnect" && !failure.executes) {
    double.requests.push({ ...request, status: 0 });
    response.destroy();
    return;
  }
  const answered = await api.answer(request, async () => {
    await failures.waitFor(name);
    return failure && !failure.executes ? refusalOf(failure) : undefined;
  });
  double.requests.push({ ...request, status: answered.status });
  if (failure?.answer === "silence") return;
  if (failure?.answer === "disconnect") {
    response.destroy();
    return;
  }
  const status = typeof failure?.answer === "number" ? failure.answer : answered.status;
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Request-Id": answered.requestId,
    "Stripe-Version": double.apiVersion,
    ...(double.notice && { "Stripe-Notice": double.notice }),
    ...(request.idempotencyKey && { "Idempotency-Key": request.idempotencyKey }),
    ...(answered.isReplay && { "Idempotent-Replayed": "true", "Original-Request": answered.requestId }),
  });
  response.end(failure?.executes ? JSON.stringify(refusalOf(failure).body) : answered.body);
}

function refusalOf({ answer: status }: Failure): StripeRefusal {
  if (status === 429)
    return new StripeRefusal(429, {
      type: "invalid_request_error",
      code: "rate_limit",
      message: "Request rate limit exceeded.",
    });
  return new StripeRefusal(typeof status === "number" ? status : 500, {
    type: "api_error",
    message: "An unknown error occurred",
  });
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}
