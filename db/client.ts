import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { dialect } from "./columns.ts";
import { isLocked, isRetryable, isUnwritable } from "./errors.ts";
import type { Db, Store } from "./store.ts";

export type { Db } from "./store.ts";

/** Where failures go that no caller gets to see; pino's loggers fit. */
interface DatabaseLogger {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface DatabaseOptions {
  /** `postgres://…`; undefined for SQLite in `dataDir`. */
  url: string | undefined;
  /** A read replica of `url`, for `db`; `primary` reads from `url` all the same. */
  replicaUrl?: string | undefined;
  dataDir: string;
  /** False for a command beside a running server: it takes the database as it is. */
  migrate?: boolean;
  /** Called before a database that is there is changed by migrations; they are not begun when it rejects. */
  beforeMigration?: () => Promise<void>;
  /** SQLite only: takes no writes and needs no room on the disk. */
  readOnly?: boolean;
  logger?: DatabaseLogger;
  /** Opens another database than `url` names. */
  open?: () => Promise<Store>;
}

interface Transaction {
  tx: Db;
  afterCommit: (() => Promise<void> | void)[];
}

const currentTransaction = new AsyncLocalStorage<Transaction>();
const silent: DatabaseLogger = { warn() {}, error() {} };
let store: Store | undefined;

export let databaseLogger: DatabaseLogger = silent;

/** Address at which processes can listen to each other (LISTEN/NOTIFY); undefined where there is one process. */
export let notificationUrl: string | undefined;

/**
 * Reads. Rejects writes; sees committed data only, so inside `write` use the transaction. With a replica it may be
 * behind by the replica's lag.
 */
export let db: Db;

/**
 * Reads that must not be behind, for all that decides what somebody may do: sessions, account states, invitations,
 * entitlements. Rejects writes as `db` does, and is `db` itself without a replica.
 */
export let primary: Db;

/** Attempts at one transaction that the database aborts in favour of others. */
const maxAttempts = 6;

/**
 * Opens the database, applies pending migrations and points `db`, `primary` and `write` at it. Throws when it cannot be
 * reached or a migration fails, and `DatabaseNotReady` when one would be needed and `migrate` is false or `readOnly` true.
 */
export async function openDatabase(options: DatabaseOptions): Promise<void> {
  if (store) throw new Error("the database is open already");
  store = await (options.open ?? (() => openConfigured(options)))();
  db = store.read;
  primary = store.primary;
  databaseLogger = options.logger ?? silent;
  notificationUrl = options.open ? undefined : options.url;
}

async function openConfigured(options: DatabaseOptions): Promise<Store> {
  const { url, replicaUrl, dataDir, migrate = true, readOnly = false, beforeMigration } = options;
  if (dialect === "sqlite") {
    const { openSqlite, openSqliteReadOnly } = await import("./sqlite.ts");
    return readOnly ? openSqliteReadOnly({ dataDir }) : openSqlite({ dataDir, migrate, beforeMigration });
  }
  if (!url) throw new Error("Postgres needs an address");
  const { openPostgres } = await import("./postgres.ts");
  return openPostgres({ url, replicaUrl, migrate, dataDir, beforeMigration, onReachable: reportReachable });
}

/**
 * A text that changes with every commit to the database, by whatever process, and may change without one: what was read
 * after an equal one is still true, up to a replica's lag. Null where the database can't tell.
 */
export async function databaseVersion(): Promise<string | null> {
  return (await store?.version()) ?? null;
}

/**
 * The same without waiting: on SQLite, where it takes a few microseconds and is asked once in a turn of the event loop and after
 * each commit of this process. Null elsewhere.
 */
export function databaseVersionNow(): string | null {
  return store?.versionNow() ?? null;
}

export async function closeDatabase(): Promise<void> {
  const closing = store;
  store = undefined;
  await closing?.close();
}

function reportReachable(isReachable: boolean): void {
  if (isReachable) databaseLogger.warn({}, "the database server answers again");
  else databaseLogger.error({}, "the database server does not answer: what needs it is refused");
}

/** Whether the disk took no write the last time. */
let isDiskUnwritable = false;

/** Logs that writes are refused for a reason outside the program: once while the disk takes none, else each time. */
function reportRefusal(error: unknown): void {
  if (isLocked(error)) databaseLogger.error({ err: error }, "another program has the database locked");
  if (!isUnwritable(error) || isDiskUnwritable) return;
  isDiskUnwritable = true;
  databaseLogger.error({ err: error }, "the disk takes no writes: what people save is refused");
}

function reportWritten(): void {
  if (!isDiskUnwritable) return;
  isDiskUnwritable = false;
  databaseLogger.warn({}, "the disk takes writes again");
}

/**
 * Every write of the program: runs `work` in one transaction and commits when it resolves. Nested calls join
 * the outer transaction. Inside, await nothing but the transaction: on SQLite every other writer waits. `work` may run
 * several times, because Postgres aborts transactions that deadlock or can't be serialised, so it touches nothing
 * but the transaction; effects go through `afterCommit`. Rows are locked in the order of
 * docs/decisions/0006-lock-order.md.
 */
export async function write<T>(work: (tx: Db) => Promise<T>): Promise<T> {
  const outer = currentTransaction.getStore();
  if (outer) return work(outer.tx);
  if (!store) throw new Error("the database is not open");
  for (let attempt = 1; ; attempt++) {
    const afterCommit: Transaction["afterCommit"] = [];
    let result: T;
    try {
      result = await store.write((tx) => currentTransaction.run({ tx, afterCommit }, () => work(tx)));
    } catch (error) {
      reportRefusal(error);
      if (attempt >= maxAttempts || !isRetryable(error)) throw error;
      // Random, so that transactions which collided do not collide again.
      await delay(Math.random() * 10 * 2 ** attempt);
      continue;
    }
    reportWritten();
    await runCallbacks(afterCommit);
    return result;
  }
}

/** The transaction has been committed: a callback that fails is logged, and the others run all the same. */
async function runCallbacks(callbacks: Transaction["afterCommit"]): Promise<void> {
  for (const callback of callbacks) {
    try {
      await callback();
    } catch (error) {
      databaseLogger.error({ err: error }, "afterCommit callback failed");
    }
  }
}

/**
 * Runs `callback` once the surrounding `write` has committed; not at all when it rolls back. What it throws is logged and
 * reaches no caller.
 */
export function afterCommit(callback: () => Promise<void> | void): void {
  const transaction = currentTransaction.getStore();
  if (!transaction) throw new Error("afterCommit needs a surrounding write()");
  transaction.afterCommit.push(callback);
}
