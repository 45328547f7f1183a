import { EventEmitter } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Client } from "pg";
import { chunk } from "#app/lib/chunk.ts";
import { databaseLogger, notificationUrl, write } from "./client.ts";
import { connectionLimits, postgresTimeouts } from "./postgres-timeouts.ts";

// Between an installation's processes: LISTEN/NOTIFY on Postgres, else in-process.

const local = new EventEmitter().setMaxListeners(0);
const channel = "mugen";
let listening: Promise<void> | undefined;
let stopListening = new AbortController();

/** Collected during a statement, sent with the next. */
const pending = new Set<string>();
let currentRound = Promise.resolve();
let nextRound: Promise<void> | undefined;
const maxNoticesPerStatement = 1000;
/** For the end of a listening connection: a silent or connecting one may not end. */
const maxEndMs = 1000;

const separator = "\n";

/**
 * Publishes to `name`'s subscribers in every process; call it after the commit. Never throws. A notice can be lost with the
 * connection; then all subscribers are called.
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
 * Calls `listener` with each message, and with null when the connection is (again) there: anything may have happened before.
 * Returns the unsubscribe function.
 */
export function subscribe(name: string, listener: (message: string | null) => void): () => void {
  if (notificationUrl) listening ??= listenWithReconnect(notificationUrl, stopListening.signal);
  local.on(name, listener);
  return () => local.off(name, listener);
}

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
      // Subscribers look at the rows again for what they missed.
      for (const name of local.eventNames()) local.emit(name, null);
      await keepAsking(client, AbortSignal.any([over.signal, signal]));
    } catch {
      // Reconnects; meanwhile subscribers poll the rows.
    }
    await Promise.race([client.end().catch(() => {}), delay(maxEndMs, undefined, { ref: false })]);
    if (!signal.aborted) await delay(500, undefined, { signal }).catch(() => {});
  }
}

/** Rejects when the connection stops answering: listening alone would never notice. */
async function keepAsking(client: Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await delay(postgresTimeouts.heartbeat, undefined, { signal }).catch(() => {});
    if (!signal.aborted) await client.query("select 1");
  }
}
