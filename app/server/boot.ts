import { environment, isLocalSignInAllowed } from "#app/config/environment.ts";
import { refuseHalfRestored } from "#app/features/backup/restore-journal.server.ts";
import { addRestorePointBeforeMigration } from "#app/features/backup/restore-points.server.ts";
import { storeFeedOrigin } from "#app/features/feeds/feed-site.server.ts";
import { openRateLimitStore } from "#app/http/limits/rate-limit.server.ts";
import { logger } from "#app/logger.server.ts";
import { openQueue } from "#app/queue/queue.ts";
import { openDatabase } from "#db/client.ts";
import { isUnwritable } from "#db/errors.ts";
import { lockDataFolder } from "#db/lock-data-folder.ts";
import { runWorkers } from "#jobs/run-workers.ts";
import { type FirstStart, prepareFirstStart } from "./first-start.ts";
import { protectDataFolder } from "./protect-data-folder.ts";
import { startReadOnly } from "./read-only-start.ts";
import "./register-features.ts";

export interface BootedProgram {
  /** What an empty installation shows once; `unseen` when a start was killed before it did; null on every later start. */
  firstStart: FirstStart | "unseen" | null;
  /** Workers of this process; null where processes of their own run the jobs. */
  workers: { stop(): void } | null;
  /** The disk takes no writes: people can listen, and the rest of the start follows when there is room. */
  isReadOnly: boolean;
  /** Lock of the data folder; null with a database server, which several processes share. */
  dataFolderLock: { release(): void } | null;
}

/**
 * Opens everything that the HTTP server needs: data folder, database, job queue and, without `DATABASE_URL`, the workers.
 * Throws `InvalidEnvironment`, `DataFolderInUse` or `DatabaseNotReady`.
 */
export async function boot(): Promise<BootedProgram> {
  const settings = environment();
  // Throws where no way to sign in would be safe.
  isLocalSignInAllowed(settings);
  protectDataFolder();
  const isEmbedded = !settings.DATABASE_URL;
  const dataFolderLock = isEmbedded ? lockDataFolder(settings.DATA_DIR) : null;
  const program: BootedProgram = { firstStart: null, workers: null, isReadOnly: false, dataFolderLock };
  const database = {
    url: settings.DATABASE_URL,
    replicaUrl: settings.DATABASE_REPLICA_URL,
    dataDir: settings.DATA_DIR,
    beforeMigration: addRestorePointBeforeMigration,
    logger,
  };
  try {
    await refuseHalfRestored();
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

/** What needs a database that takes writes: what a first start makes, the queue and the workers. */
async function startWork(program: BootedProgram): Promise<void> {
  const { DATABASE_URL: url } = environment();
  program.firstStart = await prepareFirstStart();
  await storeFeedOrigin();
  // A web process on Postgres only enqueues.
  if (url) await openQueue({ url });
  else program.workers = await runWorkers(undefined);
  program.isReadOnly = false;
}
