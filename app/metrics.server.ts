import type { Histogram, Registry } from "prom-client";
import { environment } from "#app/config/environment.ts";

/** What this process counts for `/metrics`; see `openMetrics`. */
interface Metrics {
  registry: Registry;
  requests: Histogram<"class" | "status">;
  jobs: Histogram<"queue" | "outcome">;
}

let metrics: Metrics | undefined;

/** Begins to count, where `METRICS_PORT` asks for it; undefined elsewhere. */
export async function openMetrics(): Promise<Metrics | undefined> {
  if (environment().METRICS_PORT === undefined) return undefined;
  const { collectDefaultMetrics, Histogram, Registry } = await import("prom-client");
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  metrics = {
    registry,
    requests: new Histogram({
      name: "mugen_http_request_seconds",
      help: "Time from a request's head to the end of its answer, by what was asked for",
      labelNames: ["class", "status"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
      registers: [registry],
    }),
    jobs: new Histogram({
      name: "mugen_job_seconds",
      help: "Time that a job took, by queue and whether it was done",
      labelNames: ["queue", "outcome"],
      buckets: [0.05, 0.25, 1, 2.5, 5, 10, 30, 60, 300, 1800],
      registers: [registry],
    }),
  };
  return metrics;
}

/** Few classes, so that nobody can make the list of figures long. */
export function requestClass(path: string): string {
  if (/^\/(?:assets\/|sw\.js$|favicon|manifest)/.test(path)) return "static";
  if (/^\/(?:api\/stream|audio)\//.test(path)) return "audio";
  if (/\.(?:png|webp|svg|jpg)$/.test(path)) return "picture";
  if (path.endsWith(".xml")) return "feed";
  if (path.startsWith("/api/")) return "call";
  if (path.startsWith("/embed/")) return "embed";
  if (path.startsWith("/admin")) return "console";
  if (path.startsWith("/webhooks/")) return "webhook";
  return path === "/health" || path === "/ping" ? "check" : "page";
}

/** Counts a job that has ended, where this process counts. */
export function observeJob(queue: string, outcome: "done" | "failed", seconds: number): void {
  metrics?.jobs.observe({ queue, outcome }, seconds);
}
