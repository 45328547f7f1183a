import type { Health } from "./check-health.server.ts";

/** Answer of `/health`; everybody gets the first two, the admin all. */
export interface HealthReply {
  status: Health;
  /** ISO 8601. */
  timestamp: string;
  /** Seconds. */
  uptime?: number;
  /** Bytes: of this process, and of the machine. */
  memory?: { used: number; total: number };
  database?: { connected: boolean };
}
