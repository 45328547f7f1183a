import { Worker } from "node:worker_threads";
import { entryUrl } from "#app/lib/entry-url.ts";
import type { WatchdogLimits } from "./watchdog-thread.ts";

/** Ends this process if it takes too much memory, or its parent is gone. */
export function startWatchdog(limits: WatchdogLimits): void {
  new Worker(entryUrl("watchdog-thread", import.meta.url), { workerData: limits }).unref();
}
