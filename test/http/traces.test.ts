// on both databases: statements and jobs are traced on Postgres alone, or in another process
// @module-tag release: waits for what is sent in batches; the spans have unit tests
import { afterAll, beforeAll, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { dialect } from "#db/columns.ts";
import { makePreview } from "../api/journeys.ts";
import { Client } from "../client.ts";
import { type RunningServer, startServer } from "../servers/server.ts";
import { type CollectedSpan, startTraceCollector } from "../servers/trace-collector.ts";

type Collector = Awaited<ReturnType<typeof startTraceCollector>>;

const serverKind = 2;
const consumerKind = 5;

let collector: Collector;
let server: RunningServer;

/** On Postgres with a worker for the jobs of a test, if it has any. */
const start = (env: Record<string, string>, workers = 0) =>
  startServer({
    dataDir: environment().DATA_DIR,
    workers,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
      OTEL_EXPORTER_OTLP_HEADERS: "Authorization=Bearer%20of-an-example",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
      OTEL_BSP_SCHEDULE_DELAY: "100",
      ...env,
    },
  });

beforeAll(async () => {
  collector = await startTraceCollector();
  server = await start({}, 1);
});
afterAll(async () => {
  await server.stop();
  await collector.close();
});

const path = (span: CollectedSpan) => span.attributes["url.path"];
const spanOf = (wanted: (span: CollectedSpan) => boolean) =>
  expect
    .poll(() => collector.spans.find(wanted))
    .toBeDefined()
    .then(() => {
      const found = collector.spans.find(wanted);
      if (!found) throw new Error("no span");
      return found;
    });

test("a request is a span of its class, without secrets or a query", async () => {
  const code = "himitsu-no-shoutai";
  await fetch(`${server.origin}/i/${code}?who=himitsu`);
  await fetch(`${server.origin}/api/no-such-call`);
  const visit = await spanOf((span) => path(span) === "/i/:code");
  expect(visit).toMatchObject({ name: "GET page", kind: serverKind, parentSpanId: "" });
  expect(visit.resource).toMatchObject({ "service.name": "mugen", "deployment.environment.name": "test" });
  expect(await spanOf((span) => path(span) === "/api/no-such-call")).toMatchObject({
    name: "GET call",
    attributes: { "http.response.status_code": 404 },
  });
  // What the page did meanwhile.
  const { spanId } = visit;
  const parts = () => collector.spans.filter(({ parentSpanId }) => parentSpanId === spanId);
  await expect
    .poll(() => parts().map(({ name }) => name))
    .toContainEqual(expect.stringMatching(/^loader routes\//));
  expect(JSON.stringify(collector.spans)).not.toMatch(/himitsu/);
  expect(collector.authorizations[0]).toBe("Bearer of-an-example");
});

test("a preview's job, in whichever process, belongs to the trace of the request that asked for it", async () => {
  const client = await Client.signedIn(server.origin, "kanade@example.com", "夜野 かなで");
  await makePreview(client);
  const asked = await spanOf((span) => path(span) === "/api/v2/background-process");
  const job = await spanOf(({ name }) => name === "job produce-preview");
  expect(job).toMatchObject({ kind: consumerKind, traceId: asked.traceId, parentSpanId: asked.spanId });
  if (dialect === "sqlite") return;
  const statements = collector.spans.filter((span) => span.attributes["db.system.name"] === "postgresql");
  expect(statements.filter(({ traceId }) => traceId === asked.traceId).length).toBeGreaterThan(3);
  expect(JSON.stringify(statements)).not.toContain("かなで");
});

test("only a trusted proxy names the trace that a request belongs to", async () => {
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
  await fetch(`${server.origin}/ping?untrusted`, { headers: { traceparent } });
  await fetch(`${server.origin}/health`);
  await spanOf((span) => path(span) === "/health");
  expect(collector.spans.some((span) => span.traceId === traceId)).toBe(false);
  await server.stop();
  server = await start({
    TRUST_PROXY: "on",
    PUBLIC_ORIGIN: "http://127.0.0.1",
    GOOGLE_CLIENT_ID: "traces",
    GOOGLE_CLIENT_SECRET: "traces",
  });
  await fetch(`${server.origin}/ping`, { headers: { traceparent } });
  const isContinued = (span: CollectedSpan) => span.traceId === traceId && span.kind === serverKind;
  expect(await spanOf(isContinued)).toMatchObject({ name: "GET check" });
});

test("what has not been sent yet is sent at the end, and a collector that is away stops nothing", async () => {
  await server.stop();
  server = await start({ OTEL_BSP_SCHEDULE_DELAY: "600000" });
  await fetch(`${server.origin}/terms`);
  expect(collector.spans.some((span) => path(span) === "/terms")).toBe(false);
  expect(await server.stop()).toBe(0);
  await spanOf((span) => path(span) === "/terms");
  server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" });
  expect((await fetch(`${server.origin}/terms`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
  expect(server.output()).not.toMatch(/"level":[56]0/);
});
