import type { Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { listeningBatch } from "#app/features/listening/server/listening-batch.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { closeRateLimitStore } from "#app/http/core/rate-limit.server.ts";
import { logger } from "#app/logger.server.ts";
import { signalClosing, signalStopping } from "#app/shutdown-signals.server.ts";
import { closeDatabase } from "#db/client.ts";
import { closePubsub } from "#db/pubsub.ts";
import { closeQueue } from "#jobs/queue.ts";
import type { BootedProgram } from "./boot.ts";
import { isMissingStaticFile } from "./static-files.ts";

/** How long running requests may go on after the stop signal, and then running jobs. */
const requestGraceMs = 10_000;
const jobGraceMs = 15_000;
/** Time (ms) before the end of the grace period at which requests that wait for a job have to answer. */
const finalAnswerMs = 3000;

/** Stops the program gracefully on SIGTERM and SIGINT, and with exit code 1 after an uncaught exception. */
export function shutDownOnSignals(
  program: Pick<BootedProgram, "workers" | "dataFolderLock">,
  server: Server,
): void {
  let isStopping = false;
  const stop = async (exitCode: number) => {
    if (isStopping) return;
    isStopping = true;
    program.workers?.stop();
    await closeServer(server);
    await closeQueue(jobGraceMs);
    server.closeAllConnections();
    await listeningBatch.drain();
    await closePubsub();
    audioStorage().close();
    await closeRateLimitStore();
    await closeDatabase();
    program.dataFolderLock?.release();
    process.exit(exitCode);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(0));
  process.on("uncaughtException", (error) => {
    logger.fatal({ err: error }, "uncaught exception");
    // A file that a newer build removed affects one response only.
    if (!isMissingStaticFile(error)) void stop(1);
  });
}

/** Accepts no more connections; resolves when all requests have been answered, or after `requestGraceMs`. */
async function closeServer(server: Server): Promise<void> {
  signalClosing();
  const answered = new Promise<void>((resolve) => server.close(() => resolve()));
  // A keep-alive connection becomes idle only after its last response.
  const closeIdle = setInterval(() => server.closeIdleConnections(), 100);
  const finalAnswers = setTimeout(signalStopping, requestGraceMs - finalAnswerMs);
  await Promise.race([answered, delay(requestGraceMs)]);
  clearTimeout(finalAnswers);
  clearInterval(closeIdle);
}
