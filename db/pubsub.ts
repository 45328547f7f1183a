import { EventEmitter } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { chunk } from "#app/lib/chunk.ts";
import { databaseLogger, notificationUrl, write } from "./client.ts";

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

function subscribe(topic: string, listener: () => void): () => void {
  if (notificationUrl) listening ??= listenWithReconnect(notificationUrl, stopListening.signal);
  local.on(topic, listener);
  return () => local.off(topic, listener);
}

/** Ends the listening connection of this process, after sending what is pending. */
export async function closePubsub(): Promise<void> {
  await (nextRound ?? currentRound);
  stopListening.abort();
  await listening?.catch(() => {});
  listening = undefined;
  stopListening = new AbortController();
}

async function listenWithReconnect(url: string, signal: AbortSignal): Promise<void> {
  const { default: pg } = await import("pg");
  while (!signal.aborted) {
    const client = new pg.Client({ connectionString: url });
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
      // The loop reconnects; meanwhile subscribers poll the rows.
    }
    await client.end().catch(() => {});
    if (!signal.aborted) await delay(500, undefined, { signal }).catch(() => {});
  }
}
