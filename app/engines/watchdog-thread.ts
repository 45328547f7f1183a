import { workerData } from "node:worker_threads";

/** The thread's `workerData`. */
export interface WatchdogLimits {
  /** Memory of the whole process. */
  maxBytes: number;
  /** The process that waits for the result. */
  parentPid: number;
}

const checkIntervalMs = 250;

const limits: WatchdogLimits = workerData;

// A thread of its own: a decoder that hangs, or that fills the memory, never returns to the event loop of its thread.
setInterval(() => {
  const isOrphaned = process.platform !== "win32" && process.ppid !== limits.parentPid;
  if (isOrphaned || process.memoryUsage.rss() > limits.maxBytes) process.kill(process.pid, "SIGKILL");
}, checkIntervalMs);
