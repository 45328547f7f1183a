import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Attributes, Span, SpanKind, Tracer } from "@opentelemetry/api";
import { environment } from "#app/config/environment.ts";
import { programVersion } from "#app/config/version.ts";

type Api = typeof import("@opentelemetry/api");
type NodeListener = (request: IncomingMessage, response: ServerResponse) => void;

/** The last spans have so long to be sent. */
const closeMs = 500;

let tracing: { api: Api; tracer: Tracer } | undefined;

/** Whether OpenTelemetry's variables ask for traces. Of these its libraries read the address alone, so the others are read here. */
function isAskedFor(): boolean {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER } = process.env;
  const address = environment().OTEL_EXPORTER_OTLP_ENDPOINT ?? OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  const isOff = OTEL_SDK_DISABLED?.toLowerCase() === "true" || OTEL_TRACES_EXPORTER === "none";
  return Boolean(address) && !isOff;
}

/**
 * Begins to trace where `OTEL_EXPORTER_OTLP_ENDPOINT` (or that of traces alone) asks for it, and sends spans there as OTLP over
 * HTTP. OpenTelemetry's other `OTEL_…` variables (headers, sampler, service name, batches, off) hold. Returns what sends the rest
 * at the end; null where nobody asks, and the libraries are not even loaded.
 */
export async function openTraces(): Promise<{ close(): Promise<void> } | null> {
  if (!isAskedFor()) return null;
  const [api, { BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, resources] =
    await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/sdk-trace-node"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ]);
  const { detectResources, envDetector, resourceFromAttributes } = resources;
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      "service.name": "mugen",
      "service.version": programVersion(),
    }).merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  tracing = { api, tracer: provider.getTracer("mugen") };
  return {
    async close() {
      // A collector that is away must not delay the end, and its absence is nobody's error here.
      await Promise.race([provider.shutdown().catch(() => {}), delay(closeMs, undefined, { ref: false })]);
    },
  };
}

export const isTracing = (): boolean => tracing !== undefined;

interface SpanStart {
  /** Of few kinds: without numbers, names of people or texts. */
  name: string;
  kind?: keyof typeof SpanKind;
  /** No secrets, and nothing that people wrote. */
  attributes?: Attributes;
}

/** A span that encloses no others. `end` says why it failed, if it did. Does nothing where nobody traces. */
export function startSpan({ name, kind = "INTERNAL", attributes = {} }: SpanStart): {
  end(failure?: string): void;
} {
  if (!tracing) return noSpan;
  const { api, tracer } = tracing;
  const span = tracer.startSpan(name, { kind: api.SpanKind[kind], attributes });
  return { end: (failure) => endSpan(api, span, failure) };
}

const noSpan = { end() {} };

function endSpan(api: Api, span: Span, failure: string | undefined): void {
  if (failure !== undefined) {
    span.setAttribute("error.type", failure);
    span.setStatus({ code: api.SpanStatusCode.ERROR });
  }
  span.end();
}

/** Of an error only its kind: messages may quote what somebody wrote. */
const failureOf = (error: unknown) => (error instanceof Error ? error.name : typeof error);

/** A span around `work`, which those that begin meanwhile belong to; within that of `parent` (`currentTrace`) if given. */
export async function traced<T>(
  { name, kind = "INTERNAL", attributes = {}, parent }: SpanStart & { parent?: string | undefined },
  work: () => Promise<T>,
): Promise<T> {
  if (!tracing) return work();
  const { api, tracer } = tracing;
  const context = parent
    ? api.propagation.extract(api.context.active(), { traceparent: parent })
    : api.context.active();
  return tracer.startActiveSpan(name, { kind: api.SpanKind[kind], attributes }, context, async (span) => {
    try {
      const result = await work();
      span.end();
      return result;
    } catch (error) {
      endSpan(api, span, failureOf(error));
      throw error;
    }
  });
}

/** The running span for another process, as W3C's `traceparent`; undefined where nobody traces. */
export function currentTrace(): string | undefined {
  if (!tracing) return undefined;
  const { api } = tracing;
  const carrier: { traceparent?: string } = {};
  api.propagation.inject(api.context.active(), carrier);
  return carrier.traceparent;
}

/** For the log: the id of the running trace. */
export const currentTraceId = (): string | undefined =>
  tracing?.api.trace.getActiveSpan()?.spanContext().traceId;

/**
 * A span per request, from its head to the end of its answer. `classify` names what was asked for, and its path without
 * secrets. Goes on with the trace that a trusted proxy names, and only there: it has to drop what browsers send.
 */
export function tracedListener(
  listener: NodeListener,
  classify: (path: string) => { kind: string; path: string },
): NodeListener {
  if (!tracing) return listener;
  const { api, tracer } = tracing;
  const { TRUST_PROXY } = environment();
  return (request, response) => {
    const { method = "GET", headers } = request;
    const { kind, path } = classify((request.url ?? "/").split("?")[0] ?? "/");
    const parent =
      TRUST_PROXY === "on" ? api.propagation.extract(api.ROOT_CONTEXT, headers) : api.ROOT_CONTEXT;
    const span = tracer.startSpan(
      `${method} ${kind}`,
      { kind: api.SpanKind.SERVER, attributes: { "http.request.method": method, "url.path": path } },
      parent,
    );
    response.once("close", () => {
      const { statusCode } = response;
      span.setAttribute("http.response.status_code", statusCode);
      endSpan(api, span, statusCode >= 500 ? `${statusCode}` : undefined);
    });
    api.context.with(api.trace.setSpan(parent, span), () => listener(request, response));
  };
}

/**
 * For `openDatabase`: a statement of Postgres, whose values are not in its text. Returns what ends it; undefined where nobody
 * traces.
 */
export function traceStatement(text: string): ((failure?: unknown) => void) | undefined {
  if (!tracing) return undefined;
  const [verb = "statement"] = /^\w+/.exec(text) ?? [];
  const { end } = startSpan({
    name: verb.toLowerCase(),
    kind: "CLIENT",
    attributes: { "db.system.name": "postgresql", "db.query.text": text },
  });
  return (failure) => end(failure === undefined ? undefined : failureOf(failure));
}
