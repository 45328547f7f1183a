import { createServer } from "node:http";
import { environment } from "#app/config/environment.ts";
import { checkHealth } from "#app/features/health/check-health.server.ts";
import { logger } from "#app/logger.server.ts";
import { openMetrics, requestClass } from "#app/metrics.server.ts";
import { closing } from "#app/shutdown-signals.server.ts";
import { addDatabaseFigures } from "./database-figures.ts";
import type { NodeListener } from "./listen.ts";

const plain = { "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store" };

/**
 * Opens `METRICS_PORT`: `GET /metrics` (Prometheus text: requests, event loop, memory, jobs, waiting rows) and `GET /ready`
 * (503 while stopping or without a database). No password: figures name nobody. Returns a timing wrapper and `close`; null
 * without the setting.
 */
export async function openMetricsPort(): Promise<{
  timed(listener: NodeListener): NodeListener;
  close(): void;
} | null> {
  const metrics = await openMetrics();
  const { METRICS_PORT: port, HOST } = environment();
  if (!metrics || port === undefined) return null;
  const { registry, requests } = metrics;
  addDatabaseFigures(registry);
  const server = createServer((request, response) => {
    if (request.method !== "GET") return void response.writeHead(405).end();
    const [path] = (request.url ?? "/").split("?");
    if (path === "/ready") {
      void isReady().then((ready) =>
        response
          .writeHead(ready ? 200 : 503, { ...plain, "Content-Type": "text/plain; charset=utf-8" })
          .end(ready ? "ready\n" : "not ready\n"),
      );
      return;
    }
    if (path !== "/metrics") return void response.writeHead(404).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { ...plain, "Content-Type": registry.contentType }).end(text),
      (error: unknown) => {
        logger.error({ err: error }, "the figures could not be read");
        response.writeHead(500).end();
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, resolve);
  });
  return {
    timed: (listener) => (request, response) => {
      const [path = "/"] = (request.url ?? "/").split("?");
      const end = requests.startTimer({ class: requestClass(path) });
      response.once("close", () => end({ status: `${Math.floor(response.statusCode / 100)}xx` }));
      listener(request, response);
    },
    close: () => void server.close(),
  };
}

async function isReady(): Promise<boolean> {
  return !closing.aborted && (await checkHealth()) !== "error";
}
