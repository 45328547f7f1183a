import { createServer } from "node:http";
import { z } from "zod";
import { listen } from "../listen.ts";

const value = z.union([
  z.object({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
  z.object({ intValue: z.number() }).transform(({ intValue }) => intValue),
]);
const attributes = z
  .array(z.object({ key: z.string(), value: value.catch("") }))
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, value])));
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().default(""),
  name: z.string(),
  kind: z.number(),
  attributes,
  status: z.object({ code: z.number().default(0) }),
});
/** OTLP 1.x in JSON, as `POST /v1/traces` takes it. */
const request = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

export type CollectedSpan = z.infer<typeof span> & { resource: Record<string, string | number> };

/** Takes what exporters send, as a collector does. */
export async function startTraceCollector() {
  const spans: CollectedSpan[] = [];
  const authorizations: (string | undefined)[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    if (incoming.method !== "POST" || incoming.url !== "/v1/traces")
      return void response.writeHead(404).end();
    authorizations.push(incoming.headers.authorization);
    const { resourceSpans } = request.parse(JSON.parse(Buffer.concat(chunks).toString()));
    for (const { resource, scopeSpans } of resourceSpans)
      spans.push(
        ...scopeSpans.flatMap((scope) =>
          scope.spans.map((one) => ({ ...one, resource: resource.attributes })),
        ),
      );
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  });
  return {
    origin: `http://127.0.0.1:${await listen(server)}`,
    spans,
    authorizations,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
