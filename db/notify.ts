import { EventEmitter } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { logger } from "../app/logger.server.ts";
import { write } from "./client.ts";
import { dialect } from "./columns.ts";

const local = new EventEmitter().setMaxListeners(0);
let channelOpen: Promise<void> | undefined;
let stopListening = new AbortController();

/** Where processes tell each other that a task moved: LISTEN/NOTIFY on Postgres, in-process otherwise. */
const channel = "mugen_task";
const crossesProcesses = () => dialect === "postgres" && !process.env.DATABASE_URL?.startsWith("pglite:");

/**
 * Tells every listening process that the task has changed. Call it after the change is committed. Best effort, and
 * never throws: listeners also look at the row from time to time.
 */
export async function notifyTask(taskId: string): Promise<void> {
  if (!crossesProcesses()) {
    local.emit(taskId);
    return;
  }
  try {
    await write((tx) =>
      tx.select({ sent: sql`pg_notify(${channel}, ${taskId})` }).from(sql`(values (1)) as one`),
    );
  } catch (error) {
    logger.warn({ err: error }, "a task's change was not told");
  }
}

/** Calls `moved` whenever the task changes; returns the way to stop. */
export function watchTask(taskId: string, moved: () => void): () => void {
  if (crossesProcesses()) channelOpen ??= keepListening(stopListening.signal);
  local.on(taskId, moved);
  return () => local.off(taskId, moved);
}

/** Ends the listening connection of this process. */
export async function closeNotifications(): Promise<void> {
  stopListening.abort();
  await channelOpen?.catch(() => {});
  channelOpen = undefined;
  stopListening = new AbortController();
}

async function keepListening(signal: AbortSignal): Promise<void> {
  const { default: pg } = await import("pg");
  while (!signal.aborted) {
    const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
    const ended = new Promise<void>((resolve) => {
      client.on("end", resolve);
      client.on("error", () => resolve());
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    try {
      await client.connect();
      client.on("notification", (message) => local.emit(message.payload ?? ""));
      await client.query(`listen ${channel}`);
      await ended;
    } catch {
      // The loop connects again; meanwhile watchers still poll the row.
    }
    await client.end().catch(() => {});
    if (!signal.aborted) await delay(500, undefined, { signal }).catch(() => {});
  }
}
