import type { Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { listeningBatch } from "#app/features/listening/server/listening-batch.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { closeRateLimitStore } from "#app/http/limits/rate-limit.server.ts";
import { logger } from "#app/logger.server.ts";
import { signalClosing, signalStopping } from "#app/shutdown-signals.server.ts";
import { runShutdownSteps } from "#app/shutdown-steps.server.ts";
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

/** For each of the steps that take no time unless something hangs. */
const closeGraceMs = 700;
const drainGraceMs = 1500;

/** Stops the program gracefully on SIGTERM and SIGINT, and with exit code 1 after an uncaught exception; within 30 s. */
export function shutDownOnSignals(
  program: Pick<BootedProgram, "workers" | "dataFolderLock">,
  server: Server,
  exit: (code: number) => void = process.exit,
): void {
  let isStopping = false;
  let exitCode = 0;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await runShutdownSteps([
      { name: "workers", graceMs: closeGraceMs, end: () => program.workers?.stop() },
      { name: "requests", graceMs: requestGraceMs + closeGraceMs, end: () => closeServer(server) },
      { name: "queue", graceMs: jobGraceMs + closeGraceMs, end: () => closeQueue(jobGraceMs) },
      { name: "connections", graceMs: closeGraceMs, end: () => server.closeAllConnections() },
      { name: "listening", graceMs: drainGraceMs, end: () => listeningBatch.drain() },
      { name: "pubsub", graceMs: closeGraceMs, end: closePubsub },
      { name: "storage", graceMs: closeGraceMs, end: () => audioStorage().close() },
      { name: "rate limits", graceMs: closeGraceMs, end: closeRateLimitStore },
      { name: "database", graceMs: closeGraceMs, end: closeDatabase },
      { name: "data folder", graceMs: closeGraceMs, end: () => program.dataFolderLock?.release() },
    ]);
    exit(exitCode);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop());
  process.on("uncaughtException", (error) => {
    logger.fatal({ err: error }, "uncaught exception");
    // A file that a newer build removed affects one response only.
    if (isMissingStaticFile(error)) return;
    exitCode = 1;
    void stop();
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
