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

/** What is published while a statement is under way goes out together with the next one. */
const pending = new Set<string>();
let currentRound = Promise.resolve();
let nextRound: Promise<void> | undefined;
const maxNoticesPerStatement = 1000;
/** The end of a listening connection is awaited this long: one that has gone silent, or is connecting, may not end. */
const maxEndMs = 1000;

/** Between the name of a channel, which has none, and the message. */
const separator = "\n";

/**
 * Publishes a message to the subscribers of `name` in every process. Call it after the change is committed. Best effort, and
 * never throws: a notice can be lost with the connection, after which all subscribers are called without one.
 */
export function publish(name: string, message = ""): Promise<void> {
  if (!notificationUrl) {
    local.emit(name, message);
    return Promise.resolve();
  }
  pending.add(name + separator + message);
  nextRound ??= currentRound.then(() => {
    currentRound = sendPending();
    return currentRound;
  });
  return nextRound;
}

async function sendPending(): Promise<void> {
  const notices = [...pending];
  pending.clear();
  nextRound = undefined;
  try {
    for (const batch of chunk(notices, maxNoticesPerStatement)) {
      const rows = batch.map((notice) => sql`(${notice})`);
      await write((tx) =>
        tx
          .select({ sent: sql`pg_notify(${channel}, notices.notice)` })
          .from(sql`(values ${sql.join(rows, sql`, `)}) as notices (notice)`),
      );
    }
  } catch (error) {
    databaseLogger.warn({ err: error }, "publishing changes failed");
  }
}

/**
 * Calls `listener` with each message that is published to `name`, and with null when the connection that listens is there, for
 * the first time or again: then anything may have happened before. Returns the function that unsubscribes.
 */
export function subscribe(name: string, listener: (message: string | null) => void): () => void {
  if (notificationUrl) listening ??= listenWithReconnect(notificationUrl, stopListening.signal);
  local.on(name, listener);
  return () => local.off(name, listener);
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
      client.on("notification", ({ payload = "" }) => {
        const [name = "", message = ""] = payload.split(separator);
        local.emit(name, message);
      });
      await client.query(`listen ${channel}`);
      // What changed before is in the rows: whoever waits looks at them again.
      for (const name of local.eventNames()) local.emit(name, null);
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
