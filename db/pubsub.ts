import { EventEmitter } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Client } from "pg";
import { chunk } from "#app/lib/chunk.ts";
import { databaseLogger, notificationUrl, write } from "./client.ts";
import { connectionLimits, postgresTimeouts } from "./postgres-timeouts.ts";

// Publish/subscribe between the processes of one installation: LISTEN/NOTIFY on Postgres, in-process otherwise.

const local = new EventEmitter().setMaxListeners(0);
const channel = "mugen";
let listening: Promise<void> | undefined;
let stopListening = new AbortController();

/** Topics published while a statement is under way: they go out together with the next one. */
const pendingTopics = new Set<string>();
let currentRound = Promise.resolve();
let nextRound: Promise<void> | undefined;
const maxTopicsPerStatement = 1000;
/** The end of a listening connection is awaited this long: one that has gone silent, or is connecting, may not end. */
const maxEndMs = 1000;

/** Announces that the task has changed (see `publish`). */
export const publishTaskChange = (taskId: string): Promise<void> => publish(`task ${taskId}`);

/** Calls `onChange` whenever the task changes. Returns the function that unsubscribes. */
export const subscribeToTask = (taskId: string, onChange: () => void): (() => void) =>
  subscribe(`task ${taskId}`, onChange);

/** Announces that the member's unread notifications have changed (see `publish`). */
export const publishUnreadChange = (userId: string): Promise<void> => publish(`unread ${userId}`);

/** Calls `onChange` whenever the member's unread notifications change. Returns the function that unsubscribes. */
export const subscribeToUnreadChanges = (userId: string, onChange: () => void): (() => void) =>
  subscribe(`unread ${userId}`, onChange);

/** Announces that sessions of the account have ended (see `publish`). */
export const publishSessionsEnded = (userId: string): Promise<void> => publish(`sessions ${userId}`);

/** Calls `onEnd` whenever sessions of the account have ended. Returns the function that unsubscribes. */
export const subscribeToSessionsEnded = (userId: string, onEnd: () => void): (() => void) =>
  subscribe(`sessions ${userId}`, onEnd);

/**
 * Publishes a topic to every process. Call it after the change is committed. Best effort, and never throws:
 * subscribers also poll the rows from time to time.
 */
function publish(topic: string): Promise<void> {
  if (!notificationUrl) {
    local.emit(topic);
    return Promise.resolve();
  }
  pendingTopics.add(topic);
  nextRound ??= currentRound.then(() => {
    currentRound = sendPending();
    return currentRound;
  });
  return nextRound;
}

async function sendPending(): Promise<void> {
  const topics = [...pendingTopics];
  pendingTopics.clear();
  nextRound = undefined;
  try {
    for (const batch of chunk(topics, maxTopicsPerStatement)) {
      const rows = batch.map((topic) => sql`(${topic})`);
      await write((tx) =>
        tx
          .select({ sent: sql`pg_notify(${channel}, topics.topic)` })
          .from(sql`(values ${sql.join(rows, sql`, `)}) as topics (topic)`),
      );
    }
  } catch (error) {
    databaseLogger.warn({ err: error }, "publishing changes failed");
  }
}

/** The listener is also called, without a change, when the connection that listens is there, for the first time or again. */
function subscribe(topic: string, listener: () => void): () => void {
  if (notificationUrl) listening ??= listenWithReconnect(notificationUrl, stopListening.signal);
  local.on(topic, listener);
  return () => local.off(topic, listener);
}

/** Ends the listening connection of this process, after sending what is pending. */
export async function closePubsub(): Promise<void> {
  await (nextRound ?? currentRound);
  stopListening.abort();
  await Promise.race([listening?.catch(() => {}), delay(maxEndMs, undefined, { ref: false })]);
  listening = undefined;
  stopListening = new AbortController();
}

async function listenWithReconnect(url: string, signal: AbortSignal): Promise<void> {
  const { default: pg } = await import("pg");
  while (!signal.aborted) {
    const client = new pg.Client({ ...connectionLimits, connectionString: url });
    const over = new AbortController();
    client.on("end", () => over.abort());
    client.on("error", () => over.abort());
    try {
      await client.connect();
      client.on("notification", (message) => local.emit(message.payload ?? ""));
      await client.query(`listen ${channel}`);
      // What changed before is in the rows: whoever waits looks at them again.
      for (const topic of local.eventNames()) local.emit(topic);
      await keepAsking(client, AbortSignal.any([over.signal, signal]));
    } catch {
      // The loop reconnects; meanwhile subscribers poll the rows.
    }
    await Promise.race([client.end().catch(() => {}), delay(maxEndMs, undefined, { ref: false })]);
    if (!signal.aborted) await delay(500, undefined, { signal }).catch(() => {});
  }
}

/** Resolves when `signal` aborts. Rejects when the connection stops answering: one that only listens would never notice. */
async function keepAsking(client: Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await delay(postgresTimeouts.heartbeat, undefined, { signal }).catch(() => {});
    if (!signal.aborted) await client.query("select 1");
  }
}
