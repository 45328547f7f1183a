import { environment, InvalidEnvironment } from "#app/config/environment.ts";
import { setMinThreadIdleMs } from "#app/engines/request-thread.ts";
import { refuseHalfRestored } from "#app/features/backup/restore-journal.server.ts";
import { addRestorePointBeforeMigration } from "#app/features/backup/restore-points.server.ts";
import { refuseLeftStorage } from "#app/features/storage/move/refuse-left-storage.server.ts";
import { logger } from "#app/logger.server.ts";
import { protectDataFolder } from "./protect-data-folder.ts";
import "./register-features.ts";
import { closeQueue } from "#app/queue/queue.ts";
import { signalClosing } from "#app/shutdown-signals.server.ts";
import { runShutdownSteps } from "#app/shutdown-steps.server.ts";
import { openTraces, traceStatement } from "#app/traces.server.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { closePubsub } from "#db/pubsub.ts";
import { runWorkers } from "#jobs/run-workers.ts";

/** For running jobs; with the steps that follow it fits into `maxStopMs`. */
const graceMs = 16_000;
const closeGraceMs = 1000;

/** Works until SIGTERM. Needs Postgres, which web and workers share. */
export async function runWorker(): Promise<void> {
  const settings = environment();
  if (!settings.DATABASE_URL) {
    throw new InvalidEnvironment([
      "DATABASE_URL: needed by a separate worker; without it the server does the work itself",
    ]);
  }
  protectDataFolder();
  setMinThreadIdleMs(settings.THREAD_IDLE_MS);
  await refuseHalfRestored();
  await refuseLeftStorage();
  const traces = await openTraces();
  await openDatabase({
    url: settings.DATABASE_URL,
    poolerUrl: settings.DATABASE_POOLER_URL,
    dataDir: settings.DATA_DIR,
    beforeMigration: addRestorePointBeforeMigration,
    logger,
    traceStatement,
  });
  if (settings.METRICS_PORT !== undefined) await (await import("./metrics-port.ts")).openMetricsPort();
  const workers = await runWorkers(settings.DATABASE_URL);
  logger.info("worker is ready");
  const stopped = Promise.withResolvers<void>();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stopped.resolve());
  await stopped.promise;
  signalClosing();
  workers.stop();
  await runShutdownSteps([
    { name: "queue", graceMs: graceMs + closeGraceMs, end: () => closeQueue(graceMs) },
    { name: "pubsub", graceMs: closeGraceMs, end: closePubsub },
    { name: "database", graceMs: closeGraceMs, end: closeDatabase },
    { name: "traces", graceMs: closeGraceMs, end: () => traces?.close() },
  ]);
  process.exit();
}
