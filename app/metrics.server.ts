import type { Counter, Histogram, Registry } from "prom-client";
import { environment } from "#app/config/environment.ts";

/** What this process counts for `/metrics`; see `openMetrics`. */
interface Metrics {
  registry: Registry;
  requests: Histogram<"class" | "status">;
  jobs: Histogram<"queue" | "outcome">;
  engines: Histogram<"engine" | "purpose" | "outcome">;
  plays: Counter;
}

let metrics: Metrics | undefined;

const jobBuckets = [0.05, 0.25, 1, 2.5, 5, 10, 30, 60, 300, 1800];

/** Begins to count, where `METRICS_PORT` asks for it; undefined elsewhere. */
export async function openMetrics(): Promise<Metrics | undefined> {
  if (environment().METRICS_PORT === undefined) return undefined;
  const { collectDefaultMetrics, Counter, Histogram, Registry } = await import("prom-client");
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
      buckets: jobBuckets,
      registers: [registry],
    }),
    engines: new Histogram({
      name: "mugen_engine_seconds",
      help: "Time that an engine took: for a request to a service, for a whole text or sound by this program (local)",
      labelNames: ["engine", "purpose", "outcome"],
      buckets: jobBuckets,
      registers: [registry],
    }),
    plays: new Counter({
      name: "mugen_plays_total",
      help: "Plays that this process has counted",
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

interface EngineWork {
  /** Of a short list, as `purpose` and `outcome`. */
  engine: string;
  purpose: string;
}

/** Counts what an engine was asked for and has ended, where this process counts. */
export function observeEngine({
  seconds,
  ...labels
}: EngineWork & { outcome: string; seconds: number }): void {
  metrics?.engines.observe(labels, seconds);
}

/** Counts `work` of this program's own engine as a whole; requests to services are counted one by one. */
export async function withEngineTime<T>(engine: EngineWork, work: () => Promise<T>): Promise<T> {
  if (engine.engine !== "local") return work();
  const began = performance.now();
  const observe = (outcome: string) =>
    observeEngine({ ...engine, outcome, seconds: (performance.now() - began) / 1000 });
  try {
    const result = await work();
    observe("done");
    return result;
  } catch (error) {
    observe("failed");
    throw error;
  }
}

/** Counts plays that were written, where this process counts. */
export function observePlays(plays: number): void {
  metrics?.plays.inc(plays);
}
