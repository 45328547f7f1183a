import { Worker } from "node:worker_threads";
import type { WatchdogLimits } from "./watchdog-thread.ts";

/** Ends this process if it takes too much memory, or its parent is gone. */
export function startWatchdog(limits: WatchdogLimits): void {
  const ending = new URL(import.meta.url).pathname.endsWith(".ts") ? "ts" : "js";
  new Worker(new URL(`./watchdog-thread.${ending}`, import.meta.url), { workerData: limits }).unref();
}
