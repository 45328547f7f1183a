import { workerData } from "node:worker_threads";

export interface WatchdogLimits {
  maxBytes: number;
  parentPid: number;
}

const checkIntervalMs = 250;

const limits: WatchdogLimits = workerData;

// Its own thread: a hanging decoder, or one that fills the memory, never returns to its event loop.
setInterval(() => {
  const isOrphaned = process.platform !== "win32" && process.ppid !== limits.parentPid;
  if (isOrphaned || process.memoryUsage.rss() > limits.maxBytes) process.kill(process.pid, "SIGKILL");
}, checkIntervalMs);
