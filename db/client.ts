import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { dialect } from "./columns.ts";
import { isLocked, isRetryable, isUnwritable } from "./errors.ts";
import type { Db, Store, TraceStatement } from "./store.ts";

export type { Db } from "./store.ts";

/** Gets failures that no caller sees; pino's loggers fit. */
interface DatabaseLogger {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface DatabaseOptions {
  /** `postgres://…`; undefined for SQLite in `dataDir`. */
  url: string | undefined;
  /** A pooler in transaction mode before the same Postgres: all but notifications and migrations goes through it. */
  poolerUrl?: string | undefined;
  /** A read replica for `db`; `primary` still reads from `url`. */
  replicaUrl?: string | undefined;
  dataDir: string;
  /** False for a command beside a running server. */
  migrate?: boolean;
  /** Before migrations change an existing database; its rejection stops them. */
  beforeMigration?: () => Promise<void>;
  /** SQLite only: needs no room on the disk. */
  readOnly?: boolean;
  logger?: DatabaseLogger;
  traceStatement?: TraceStatement;
  open?: () => Promise<Store>;
}

interface Transaction {
  tx: Db;
  afterCommit: (() => Promise<void> | void)[];
}

const currentTransaction = new AsyncLocalStorage<Transaction>();

/** What one request reads. */
interface Reading {
  /** From the primary: somebody looks at what they have just written. */
  isFresh: boolean;
  onWrite(): void;
}

const currentReading = new AsyncLocalStorage<Reading>();
const silent: DatabaseLogger = { warn() {}, error() {} };
let store: Store | undefined;

export let databaseLogger: DatabaseLogger = silent;

/** For LISTEN/NOTIFY; undefined with one process. */
export let notificationUrl: string | undefined;

/**
 * Reads committed data only, so use the transaction inside `write`. Rejects writes. A replica may lag, except for who has just
 * written (`readOwnWrites`).
 */
export let db: Db;

/** Whether `db` may lag at all. */
export let hasReplica = false;

/**
 * Reads that must not lag: sessions, account states, invitations, entitlements. Rejects writes; without a replica it is `db`.
 */
export let primary: Db;

/** Attempts at a transaction that the database aborts in favour of others. */
const maxAttempts = 6;

/**
 * Opens the database, migrates, and sets `db`, `primary` and `write`. Throws if unreachable or a migration fails, and
 * `DatabaseNotReady` if one is needed but not allowed (`migrate`, `readOnly`).
 */
export async function openDatabase(options: DatabaseOptions): Promise<void> {
  if (store) throw new Error("the database is open already");
  store = await (options.open ?? (() => openConfigured(options)))();
  db = store.read;
  primary = store.primary;
  databaseLogger = options.logger ?? silent;
  notificationUrl = options.open ? undefined : options.url;
  hasReplica = !options.open && options.replicaUrl !== undefined;
}

async function openConfigured(options: DatabaseOptions): Promise<Store> {
  const { url, poolerUrl, replicaUrl, dataDir, migrate = true, readOnly = false } = options;
  const { beforeMigration, traceStatement } = options;
  if (dialect === "sqlite") {
    const { openSqlite, openSqliteReadOnly } = await import("./sqlite.ts");
    return readOnly ? openSqliteReadOnly({ dataDir }) : openSqlite({ dataDir, migrate, beforeMigration });
  }
  if (!url) throw new Error("Postgres needs an address");
  const { openPostgres } = await import("./postgres.ts");
  return openPostgres({
    url,
    poolerUrl,
    replicaUrl,
    migrate,
    dataDir,
    beforeMigration,
    onReachable: reportReachable,
    traceStatement,
    readsPrimary: () => currentReading.getStore()?.isFresh === true,
  });
}

/**
 * In `work` what is read through `db` comes from the primary after the first `write`, with `isFresh` from the beginning.
 * `onWrite` is called after each, also if `work` fails later.
 */
export function readOwnWrites<T>(o: Reading, work: () => Promise<T>): Promise<T> {
  return currentReading.run({ ...o }, work);
}

/**
 * Changes with every commit by any process (or without): what was read after an equal one is still true, up to a replica's lag.
 * Null if unknown.
 */
export async function databaseVersion(): Promise<string | null> {
  return (await store?.version()) ?? null;
}

/** Without waiting: SQLite takes microseconds and asks once per event loop turn and after each commit. Null elsewhere. */
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

let isDiskUnwritable = false;

/** Logs refused writes: once while the disk takes none, else each time. */
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
 * Every write: runs `work` in one transaction; nested calls join it. Await nothing but the transaction inside: on SQLite all
 * other writers wait. `work` may run several times, since Postgres aborts deadlocked and unserialisable transactions: effects
 * go through `afterCommit`. Lock rows in the order of docs/decisions/0006-lock-order.md.
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
      // Random: collided transactions must not collide again.
      await delay(Math.random() * 10 * 2 ** attempt);
      continue;
    }
    reportWritten();
    const reading = currentReading.getStore();
    if (reading) {
      reading.isFresh = true;
      reading.onWrite();
    }
    await runCallbacks(afterCommit);
    return result;
  }
}

/** After the commit: a failing callback is logged and the rest run. */
async function runCallbacks(callbacks: Transaction["afterCommit"]): Promise<void> {
  for (const callback of callbacks) {
    try {
      await callback();
    } catch (error) {
      databaseLogger.error({ err: error }, "afterCommit callback failed");
    }
  }
}

/** Runs `callback` after the surrounding `write` commits, not if it rolls back. Its errors are logged and reach no caller. */
export function afterCommit(callback: () => Promise<void> | void): void {
  const transaction = currentTransaction.getStore();
  if (!transaction) throw new Error("afterCommit needs a surrounding write()");
  transaction.afterCommit.push(callback);
}
