import os from "node:os";
import type { Health } from "./check-health.server.ts";
import type { HealthReply } from "./health.ts";

/** The answer of `/health`. What `isDetailed` adds is for the admin alone. */
export function describeHealth(status: Health, { isDetailed }: { isDetailed: boolean }): HealthReply {
  const timestamp = new Date().toISOString();
  if (!isDetailed) return { status, timestamp };
  return {
    status,
    timestamp,
    uptime: Math.round(process.uptime()),
    memory: { used: process.memoryUsage.rss(), total: os.totalmem() },
    database: { connected: status !== "error" },
  };
}
