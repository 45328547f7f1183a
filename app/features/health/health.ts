/** `read-only`: pages and audio are answered, but nothing can be saved (a full disk, no connection for writes). */
export type Health = "ok" | "read-only" | "error";

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
