import { Worker } from "node:worker_threads";
import type { WatchdogLimits } from "./watchdog-thread.ts";

/** Ends this process when it takes more memory than allowed, or the process that waits for its result is gone. */
export function startWatchdog(limits: WatchdogLimits): void {
  // In the bundle all entries and chunks lie in one folder.
  const ending = new URL(import.meta.url).pathname.endsWith(".ts") ? "ts" : "js";
  new Worker(new URL(`./watchdog-thread.${ending}`, import.meta.url), { workerData: limits }).unref();
}
