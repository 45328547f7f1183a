import { createServer } from "node:http";
import { Gauge, type Registry } from "prom-client";
import { environment } from "#app/config/environment.ts";
import { findAttention } from "#app/features/admin/overview/attention.server.ts";
import { checkHealth } from "#app/features/health/check-health.server.ts";
import { readSystemInfo } from "#app/features/health/system-info.server.ts";
import { findOldestWaiting } from "#app/features/health/waiting-since.server.ts";
import { readLastLevel } from "#app/features/statistics/read-statistics.server.ts";
import { logger } from "#app/logger.server.ts";
import { openMetrics, requestClass } from "#app/metrics.server.ts";
import { countJobs } from "#app/queue/queue.ts";
import { closing } from "#app/shutdown-signals.server.ts";
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

/** Adds what is read from the database with each scrape: every process of a site says the same. */
function addDatabaseFigures(registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: "mugen_jobs",
    help: "Jobs by queue and state, as the workers last counted them",
    labelNames: ["queue", "state"],
    registers,
    async collect() {
      for (const { name: queue, waiting, running, failed } of await countJobs()) {
        this.set({ queue, state: "waiting" }, waiting);
        this.set({ queue, state: "running" }, running);
        this.set({ queue, state: "failed" }, failed);
      }
    },
  });
  new Gauge({
    name: "mugen_oldest_waiting_seconds",
    help: "How long the oldest of what is still to be done has waited; 0 if nothing waits",
    labelNames: ["what"],
    registers,
    async collect() {
      const now = new Date();
      for (const { what, since } of await findOldestWaiting(now))
        this.set({ what }, since ? Math.max(0, (now.getTime() - since.getTime()) / 1000) : 0);
    },
  });
  new Gauge({
    name: "mugen_attention",
    help: "What waits for an operator, as the console's overview counts it (1,000 at most)",
    labelNames: ["what"],
    registers,
    async collect() {
      this.reset();
      for (const { key: what, count } of await findAttention()) this.set({ what }, count);
    },
  });
  new Gauge({
    name: "mugen_bytes",
    help: "Size of the database and of the published audio (once a day), and room on the disk of the data folder",
    labelNames: ["what"],
    registers,
    async collect() {
      const [{ database, disk }, audio] = await Promise.all([
        readSystemInfo(),
        readLastLevel("storage_bytes"),
      ]);
      if (database) this.set({ what: "database" }, database.bytes);
      if (audio !== null) this.set({ what: "audio" }, audio);
      if (disk) this.set({ what: "disk_free" }, disk.free);
      if (disk) this.set({ what: "disk_total" }, disk.total);
    },
  });
}
