import { createServer } from "node:http";
import Stripe from "stripe";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { StripeDouble } from "./double.ts";
import { startStripe } from "./server.ts";
import { day, subscribe, subscribeAndPay } from "./test-subscription.ts";

let double: StripeDouble;
let stripe: Stripe;

beforeEach(async () => {
  double = await startStripe({ at: new Date("2027-01-31T09:00:00Z"), seed: "protocol" });
  stripe = double.client();
});
afterEach(() => double.close());

/** A call as another client would make it, past the types of the package. */
async function post(path: string, body: string, headers: Record<string, string> = {}) {
  const response = await fetch(double.origin + path, {
    method: "POST",
    headers: { Authorization: `Bearer ${double.secretKey}`, ...headers },
    body: new URLSearchParams(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

test("only the secret key may call", async () => {
  const none = await fetch(`${double.origin}/v1/customers`);
  expect([none.status, await none.json()]).toMatchObject([401, { error: { type: "invalid_request_error" } }]);
  const wrong = new Stripe("sk_test_wrong", {
    host: "localhost",
    port: new URL(double.origin).port,
    protocol: "http",
  });
  await expect(wrong.customers.list()).rejects.toMatchObject({ type: "StripeAuthenticationError" });
  const publishable = await fetch(`${double.origin}/v1/customers?key=${double.publishableKey}`);
  expect(publishable.status).toBe(401);
});

test("the publishable key reads the one payment whose secret it comes with", async () => {
  const { secret } = await subscribe(double);
  const [id] = secret.split("_secret_");
  const read = (clientSecret: string) =>
    fetch(
      `${double.origin}/v1/payment_intents/${id}?key=${double.publishableKey}&client_secret=${clientSecret}`,
    );
  const own = await read(secret);
  const answer = await own.json();
  expect([own.status, own.headers.get("Access-Control-Allow-Origin")]).toEqual([200, "*"]);
  expect(answer).toMatchObject({ id, status: "requires_payment_method" });
  expect(answer).not.toHaveProperty("customer");
  expect((await read(`${secret}x`)).status).toBe(404);
});

test.each([
  ["unknown", "/v1/customers", "colour=red", { code: "parameter_unknown", param: "colour" }],
  [
    "unknown inside",
    "/v1/customers",
    "invoice_settings[x]=1",
    { code: "parameter_unknown", param: "invoice_settings[x]" },
  ],
  ["missing", "/v1/subscriptions", "items[0][price]=p", { code: "parameter_missing", param: "customer" }],
  ["empty", "/v1/refunds", "charge=", { code: "parameter_invalid_empty", param: "charge" }],
  [
    "no number",
    "/v1/refunds",
    "charge=ch&amount=many",
    { code: "parameter_invalid_integer", param: "amount" },
  ],
  ["no choice", "/v1/refunds", "charge=ch&reason=bored", { param: "reason" }],
  ["of nothing", "/v1/refunds", "charge=ch_1", { code: "resource_missing", param: "charge" }],
  [
    "in a union",
    "/v1/subscriptions/sub_1",
    "pause_collection[behavior]=void&pause_collection[until]=1",
    { code: "parameter_unknown", param: "pause_collection[until]" },
  ],
])("a parameter that is %s is refused with 400 and named", async (_, path, body, error) => {
  expect(await post(path, body)).toMatchObject({
    status: 400,
    body: { error: { type: "invalid_request_error", ...error } },
  });
});

test("what does not exist is 404, an address too", async () => {
  await expect(stripe.subscriptions.retrieve("sub_none")).rejects.toMatchObject({
    statusCode: 404,
    code: "resource_missing",
    message: "No such subscription: 'sub_none'",
  });
  expect((await post("/v1/nothing", "")).body.error.message).toContain(
    "Unrecognized request URL (POST: /v1/nothing)",
  );
});

test("a list is cut into pages, newest first", async () => {
  const ids: string[] = [];
  for (let count = 0; count < 5; count++) ids.unshift((await stripe.customers.create()).id);
  const first = await stripe.customers.list({ limit: 2 });
  expect([first.data.map((one) => one.id), first.has_more, first.url]).toEqual([
    ids.slice(0, 2),
    true,
    "/v1/customers",
  ]);
  const last = await stripe.customers.list({ limit: 3, starting_after: String(ids[1]) });
  expect([last.data.map((one) => one.id), last.has_more]).toEqual([ids.slice(2), false]);
  const back = await stripe.customers.list({ limit: 2, ending_before: String(ids[3]) });
  expect([back.data.map((one) => one.id), back.has_more]).toEqual([ids.slice(1, 3), true]);
  expect(await stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 100 })).toHaveLength(5);
});

test("expand puts objects in place of identifiers, at any depth, and refuses what can't be", async () => {
  const { id } = await subscribeAndPay(double);
  const expanded = await stripe.subscriptions.retrieve(id, {
    expand: ["customer", "latest_invoice.payments.data.payment", "items.data.price.product"],
  });
  expect(expanded).toMatchObject({
    customer: { object: "customer" },
    latest_invoice: { payments: { data: [{ object: "invoice_payment" }] } },
    items: { data: [{ price: { product: { object: "product" } } }] },
  });
  const { data } = await stripe.subscriptions.list({ expand: ["data.latest_invoice"] });
  expect(data[0]?.latest_invoice).toMatchObject({ object: "invoice" });
  expect((await stripe.invoices.list()).data[0]).not.toHaveProperty("confirmation_secret");
  for (const path of ["status", "nothing", "a.b.c.d.e"])
    await expect(stripe.subscriptions.retrieve(id, { expand: [path] })).rejects.toMatchObject({
      param: "expand",
    });
});

test("a repeated idempotency key repeats the answer, and does nothing again", async () => {
  const first = await post("/v1/customers", "name=A", { "Idempotency-Key": "k1" });
  const again = await post("/v1/customers", "name=A", { "Idempotency-Key": "k1" });
  expect(again.body).toEqual(first.body);
  expect([first, again].map(({ headers }) => headers.get("Idempotent-Replayed"))).toEqual([null, "true"]);
  expect((await stripe.customers.list()).data).toHaveLength(1);
  expect(await post("/v1/customers", "name=B", { "Idempotency-Key": "k1" })).toMatchObject({
    status: 400,
    body: { error: { type: "idempotency_error" } },
  });
  await post("/v1/customers", "nonsense=1", { "Idempotency-Key": "k2" });
  expect((await post("/v1/customers", "name=C", { "Idempotency-Key": "k2" })).status).toBe(200);
});

test("while a request is under way, its idempotency key is 409", async () => {
  const held = double.hold("POST /v1/customers");
  const first = stripe.customers.create({ name: "A" }, { idempotencyKey: "k" });
  await held.arrived;
  await expect(stripe.customers.create({ name: "A" }, { idempotencyKey: "k" })).rejects.toMatchObject({
    statusCode: 409,
    code: "idempotency_key_in_use",
  });
  held.release();
  expect((await stripe.customers.create({ name: "A" }, { idempotencyKey: "k" })).id).toBe((await first).id);
});

test("an answer that was lost is repeated to the client that asks again", async () => {
  double.failNext({ on: "POST /v1/customers", answer: "disconnect", executes: true });
  const { id } = await double.client({ maxNetworkRetries: 1 }).customers.create({ name: "A" });
  expect((await stripe.customers.list()).data.map((one) => one.id)).toEqual([id]);
  expect(double.requests.map((request) => request.status)).toEqual([200, 200, 200]);
});

test("it can be down, slow or refuse because of too many calls", async () => {
  double.failNext({ answer: 500 });
  await expect(stripe.customers.create()).rejects.toMatchObject({ statusCode: 500, type: "StripeAPIError" });
  double.failNext({ on: /^GET/, answer: 429 });
  await expect(stripe.customers.list()).rejects.toMatchObject({ type: "StripeRateLimitError" });
  expect((await stripe.customers.list()).data).toEqual([]);
  double.failNext({ answer: "silence" });
  await expect(double.client({ timeout: 20 }).customers.list()).rejects.toMatchObject({
    type: "StripeConnectionError",
  });
});

test("events are signed, and refused by the client when altered or old", async () => {
  await stripe.customers.create();
  const [event] = double.events("customer.created");
  if (!event) throw new Error("no event");
  const { payload, signature } = double.sign(event);
  const read = (body: string, header = signature) =>
    stripe.webhooks.constructEvent(body, header, double.webhookSecret);
  expect(read(payload)).toMatchObject({ id: event.id, api_version: "2026-10-28.endive" });
  expect(() => read(payload.replace("customer", "Customer"))).toThrow("signature");
  expect(() => read(payload, double.sign(event, Date.now() - 301_000).signature)).toThrow("tolerance");
  expect((await stripe.events.list({ type: "customer.created" })).data.map((one) => one.id)).toEqual([
    event.id,
  ]);
});

test("webhooks go out as things happen, late, twice or in another order, and again after a failure", async () => {
  const seen: string[] = [];
  let status = 200;
  const endpoint = createServer((request, response) => {
    request.resume().on("end", () => {
      seen.push(String(request.headers["stripe-signature"]).slice(0, 2));
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => endpoint.listen(0, "127.0.0.1", resolve));
  const address = endpoint.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/webhooks/stripe`;
  double.sendWebhooksTo(url);
  await stripe.customers.create();
  await double.webhooksSettled();
  expect(seen).toEqual(["t="]);
  status = 500;
  await stripe.customers.create();
  await double.webhooksSettled();
  status = 200;
  await double.retryWebhooks();
  expect(double.deliveries.map((one) => one.status)).toEqual([200, 500, 200]);
  double.sendWebhooksTo(undefined);
  const events = double.events();
  expect(await double.deliver([...events.toReversed(), ...events], url)).toEqual([200, 200, 200, 200]);
  endpoint.close();
});

test("times go forward with the machine's unless they stand still", async () => {
  const running = await startStripe();
  const before = Date.now();
  expect(running.clock.now()).toBeGreaterThanOrEqual(before);
  running.clock.advance(day);
  expect(running.clock.now()).toBeGreaterThanOrEqual(before + day);
  await running.close();
});
