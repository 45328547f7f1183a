import os from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { logger } from "#app/logger.server.ts";
import { db, write } from "#db/client.ts";
import { settings } from "#db/schema/index.ts";
import { writeSetting } from "#db/settings.ts";

/** A slower database counts as one that does not answer. */
const timeoutMs = 3000;
/** Prevents a flood of writes, which the check makes: within this time everybody gets the same answer. */
const freshMs = 1000;

let latest: { health: Promise<Health>; at: number } | undefined;

/** Tries on the database whether the server can answer and save. What is wrong goes only to the log. */
export function checkHealth(): Promise<Health> {
  const now = performance.now();
  if (!latest || now - latest.at > freshMs) latest = { health: check(), at: now };
  return latest.health;
}

async function check(): Promise<Health> {
  const canRead = await succeeds("database", () => db.select({ one: sql`1` }).from(settings).limit(1));
  if (!canRead) return "error";
  return (await succeeds("writes", writeMark)) ? "ok" : "read-only";
}

async function writeMark(): Promise<void> {
  await write((tx) => writeSetting(tx, "health_checked_at", new Date().toISOString()));
}

async function succeeds(name: string, work: () => PromiseLike<unknown>): Promise<boolean> {
  const timeout = new AbortController();
  const tooLate = async () => {
    await delay(timeoutMs, undefined, { signal: timeout.signal });
    throw new Error(`no answer within ${timeoutMs} ms`);
  };
  try {
    await Promise.race([work(), tooLate()]);
    return true;
  } catch (error) {
    const uptime = Math.round(process.uptime());
    logger.error({ check: name, uptime, memory: process.memoryUsage.rss(), err: error }, "unhealthy");
    return false;
  } finally {
    timeout.abort();
  }
}

/** The answer of `/health`. `isDetailed` is for the admin alone. */
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

/** `read-only`: pages and audio work, but nothing can be saved (a full disk, no connection for writes). */
type Health = "ok" | "read-only" | "error";

/** Everybody gets the first two, the admin all. */
export interface HealthReply {
  status: Health;
  /** ISO 8601. */
  timestamp: string;
  /** Seconds. */
  uptime?: number;
  /** Bytes, of this process and of the machine. */
  memory?: { used: number; total: number };
  database?: { connected: boolean };
}
