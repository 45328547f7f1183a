import { sql } from "drizzle-orm";
import { logger } from "#app/logger.server.ts";
import { db } from "#db/client.ts";
import { settings } from "#db/schema/index.ts";

/**
 * Whether the server can answer: `error` without a database connection. What is wrong goes to the log and not to whoever
 * asks, with the process' memory in bytes and its uptime in seconds.
 */
export async function checkHealth(): Promise<"ok" | "error"> {
  try {
    await db.select({ one: sql`1` }).from(settings).limit(1);
    return "ok";
  } catch (error) {
    const uptime = Math.round(process.uptime());
    logger.error({ check: "database", uptime, memory: process.memoryUsage.rss(), err: error }, "unhealthy");
    return "error";
  }
}
