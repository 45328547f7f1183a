import { totalmem } from "node:os";
import { sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { settings } from "#db/schema/index.ts";

/** The server's health; memory in bytes, uptime in seconds. `status` is `error` without a database connection. */
export async function checkHealth() {
  const connected = await db
    .select({ one: sql`1` })
    .from(settings)
    .limit(1)
    .then(
      () => true,
      () => false,
    );
  return {
    status: connected ? "ok" : "error",
    uptime: Math.round(process.uptime()),
    memory: { used: process.memoryUsage.rss(), total: totalmem() },
    database: { connected },
    timestamp: new Date().toISOString(),
  };
}
