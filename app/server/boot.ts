import { environment, isLocalSignInAllowed } from "#app/config/environment.ts";
import { setMinThreadIdleMs } from "#app/engines/request-thread.ts";
import { refuseHalfRestored } from "#app/features/backup/restore-journal.server.ts";
import { addRestorePointBeforeMigration } from "#app/features/backup/restore-points.server.ts";
import { storeFeedOrigin } from "#app/features/feeds/feed-site.server.ts";
import { refuseLeftStorage } from "#app/features/storage/move/refuse-left-storage.server.ts";
import { openRateLimitStore } from "#app/http/limits/rate-limit.server.ts";
import { logger } from "#app/logger.server.ts";
import { openQueue } from "#app/queue/queue.ts";
import { traceStatement } from "#app/traces.server.ts";
import { openDatabase } from "#db/client.ts";
import { isUnwritable } from "#db/errors.ts";
import { lockDataFolder } from "#db/lock-data-folder.ts";
import { runWorkers } from "#jobs/run-workers.ts";
import { type FirstStart, prepareFirstStart } from "./first-start.ts";
import { protectDataFolder } from "./protect-data-folder.ts";
import { startReadOnly } from "./read-only-start.ts";
import "./register-features.ts";

export interface BootedProgram {
  /** Shown once on an empty installation; `unseen` if a killed start never showed it; null later. */
  firstStart: FirstStart | "unseen" | null;
  /** Null if other processes run the jobs. */
  workers: { stop(): void } | null;
  /** The disk is full: people can listen; the start completes when there is room. */
  isReadOnly: boolean;
  /** Null with a database server, which processes share. */
  dataFolderLock: { release(): void } | null;
}

/**
 * Opens data folder, database, job queue and, without `DATABASE_URL`, the workers. Throws `InvalidEnvironment`,
 * `DataFolderInUse`, `DatabaseNotReady`.
 */
export async function boot(): Promise<BootedProgram> {
  const settings = environment();
  // Throws if no way to sign in is safe.
  isLocalSignInAllowed(settings);
  protectDataFolder();
  setMinThreadIdleMs(settings.THREAD_IDLE_MS);
  const isEmbedded = !settings.DATABASE_URL;
  const dataFolderLock = isEmbedded ? lockDataFolder(settings.DATA_DIR) : null;
  const program: BootedProgram = { firstStart: null, workers: null, isReadOnly: false, dataFolderLock };
  const database = {
    url: settings.DATABASE_URL,
    poolerUrl: settings.DATABASE_POOLER_URL,
    replicaUrl: settings.DATABASE_REPLICA_URL,
    dataDir: settings.DATA_DIR,
    beforeMigration: addRestorePointBeforeMigration,
    logger,
    traceStatement,
  };
  try {
    await refuseHalfRestored();
    await refuseLeftStorage();
    await openDatabase(database);
  } catch (error) {
    if (!isEmbedded || !isUnwritable(error)) throw error;
    program.isReadOnly = true;
    program.workers = await startReadOnly(database, () => startWork(program));
    return program;
  }
  if (settings.DATABASE_URL?.startsWith("postgres")) await openRateLimitStore(settings.DATABASE_URL);
  await startWork(program);
  return program;
}

/** Needs a writable database: first start, queue, workers. */
async function startWork(program: BootedProgram): Promise<void> {
  const { DATABASE_URL: url } = environment();
  program.firstStart = await prepareFirstStart();
  await storeFeedOrigin();
  // A web process on Postgres only enqueues.
  if (url) await openQueue({ url });
  else program.workers = await runWorkers(undefined);
  program.isReadOnly = false;
}
