import { EventEmitter } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { batchesOf } from "../app/lib/batches.ts";
import { logger } from "../app/logger.server.ts";
import { write } from "./client.ts";
import { dialect } from "./columns.ts";

const local = new EventEmitter().setMaxListeners(0);
let channelOpen: Promise<void> | undefined;
let stopListening = new AbortController();

/** Where processes tell each other what has changed: LISTEN/NOTIFY on Postgres, in-process otherwise. */
const channel = "mugen";
const crossesProcesses = () => dialect === "postgres" && !process.env.DATABASE_URL?.startsWith("pglite:");

/** Tells every listening process that the task has changed, as `tell` does. */
export const notifyTask = (taskId: string): Promise<void> => tell(`task ${taskId}`);

/** Calls `moved` whenever the task changes; returns the way to stop. */
export const watchTask = (taskId: string, moved: () => void): (() => void) => watch(`task ${taskId}`, moved);

/** Tells every listening process that what the member has not read has changed, as `tell` does. */
export const notifyUnread = (userId: string): Promise<void> => tell(`unread ${userId}`);

/** Calls `moved` whenever what the member has not read changes; returns the way to stop. */
export const watchUnread = (userId: string, moved: () => void): (() => void) =>
  watch(`unread ${userId}`, moved);

/** Tells every listening process that sessions of the account have ended, as `tell` does. */
export const notifySessions = (userId: string): Promise<void> => tell(`sessions ${userId}`);

/** Calls `moved` whenever sessions of the account have ended; returns the way to stop. */
export const watchSessions = (userId: string, moved: () => void): (() => void) =>
  watch(`sessions ${userId}`, moved);

/**
 * Tells every listening process that something has changed. Call it after the change is committed. Best effort, and
 * never throws: listeners also look at the rows from time to time.
 */
function tell(topic: string): Promise<void> {
  if (!crossesProcesses()) {
    local.emit(topic);
    return Promise.resolve();
  }
  waiting.add(topic);
  nextRound ??= thisRound.then(() => {
    thisRound = sendWaiting();
    return thisRound;
  });
  return nextRound;
}

/** What is told together: all that came while the last round was under way, by one transaction. */
const waiting = new Set<string>();
let thisRound = Promise.resolve();
let nextRound: Promise<void> | undefined;
/** Topics of one statement. */
const atOnce = 1000;

async function sendWaiting(): Promise<void> {
  const topics = [...waiting];
  waiting.clear();
  nextRound = undefined;
  try {
    for (const some of batchesOf(topics, atOnce)) {
      const rows = some.map((topic) => sql`(${topic})`);
      await write((tx) =>
        tx
          .select({ sent: sql`pg_notify(${channel}, topics.topic)` })
          .from(sql`(values ${sql.join(rows, sql`, `)}) as topics (topic)`),
      );
    }
  } catch (error) {
    logger.warn({ err: error }, "a change was not told");
  }
}

function watch(topic: string, moved: () => void): () => void {
  if (crossesProcesses()) channelOpen ??= keepListening(stopListening.signal);
  local.on(topic, moved);
  return () => local.off(topic, moved);
}

/** Ends the listening connection of this process, once what it had to tell is told. */
export async function closeNotifications(): Promise<void> {
  await (nextRound ?? thisRound);
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
