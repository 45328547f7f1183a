import type { Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { environment } from "#app/config/environment.ts";
import { listeningBatch } from "#app/features/listening/server/listening-batch.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { closeRateLimitStore } from "#app/http/limits/rate-limit.server.ts";
import { logger } from "#app/logger.server.ts";
import { closeQueue } from "#app/queue/queue.ts";
import { signalClosing, signalStopping } from "#app/shutdown-signals.server.ts";
import { runShutdownSteps } from "#app/shutdown-steps.server.ts";
import { closeDatabase } from "#db/client.ts";
import { closePubsub } from "#db/pubsub.ts";
import type { BootedProgram } from "./boot.ts";
import type { Connections } from "./connections.ts";

/** How long requests may go on after the stop signal. */
const requestGraceMs = 9000;
/** And jobs after it: they get what requests leave. The rest of `maxStopMs` is for the steps that follow. */
const jobsEndMs = 13_000;
/**
 * For the next request on an idle connection, which is told that it ends. Longer than a page's polling pause. Developers wait
 * for nobody.
 */
const idleGraceMs = () => (environment().NODE_ENV === "development" ? 0 : 6000);
/** Waiting requests must answer this long before the grace period's end (ms). */
const finalAnswerMs = 3000;

/** Per step that only takes time if something hangs. */
const closeGraceMs = 600;
const drainGraceMs = 1500;

interface Listening {
  server: Server;
  connections: Connections;
}

/**
 * Stops gracefully on SIGTERM and SIGINT, and with exit code 1 after an uncaught exception; within `maxStopMs`. A second
 * signal ends the wait for idle clients.
 */
export function shutDownOnSignals(
  program: Pick<BootedProgram, "workers" | "dataFolderLock"> & { traces?: { close(): unknown } | null },
  { server, connections }: Listening,
  exit: (code: number) => void = process.exit,
): void {
  let isStopping = false;
  let exitCode = 0;
  const hurry = new AbortController();
  const stop = async () => {
    if (isStopping) return hurry.abort();
    isStopping = true;
    const began = performance.now();
    const jobsLeftMs = () => Math.max(0, began + jobsEndMs - performance.now());
    await runShutdownSteps([
      { name: "workers", graceMs: closeGraceMs, end: () => program.workers?.stop() },
      {
        name: "requests",
        graceMs: requestGraceMs + closeGraceMs,
        end: () => closeServer({ server, connections }, hurry.signal),
      },
      {
        name: "queue",
        get graceMs() {
          return jobsLeftMs() + closeGraceMs;
        },
        end: () => closeQueue(jobsLeftMs()),
      },
      { name: "connections", graceMs: closeGraceMs, end: () => server.closeAllConnections() },
      { name: "listening", graceMs: drainGraceMs, end: () => listeningBatch.drain() },
      { name: "pubsub", graceMs: closeGraceMs, end: closePubsub },
      { name: "storage", graceMs: closeGraceMs, end: () => audioStorage().close() },
      { name: "rate limits", graceMs: closeGraceMs, end: closeRateLimitStore },
      { name: "database", graceMs: closeGraceMs, end: closeDatabase },
      { name: "traces", graceMs: closeGraceMs, end: () => program.traces?.close() },
      { name: "data folder", graceMs: closeGraceMs, end: () => program.dataFolderLock?.release() },
    ]);
    exit(exitCode);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop());
  process.on("uncaughtException", (error) => {
    logger.fatal({ err: error }, "uncaught exception");
    exitCode = 1;
    void stop();
  });
}

/**
 * Answers until all kept connections are told, then accepts no more; resolves when all requests are answered, or after
 * `requestGraceMs`.
 */
async function closeServer({ server, connections }: Listening, hurry: AbortSignal): Promise<void> {
  signalClosing();
  const finalAnswers = setTimeout(signalStopping, requestGraceMs - finalAnswerMs);
  const grace = new AbortController();
  const graceEnds = delay(requestGraceMs).then(() => grace.abort());
  await connections.dismiss({ idleMs: idleGraceMs(), signal: AbortSignal.any([hurry, grace.signal]) });
  await connections.untilQuiet();
  const answered = new Promise<void>((resolve) => server.close(() => resolve()));
  // Connections become idle only after their last response.
  const closeIdle = setInterval(() => server.closeIdleConnections(), 100);
  await Promise.race([answered, graceEnds]);
  clearTimeout(finalAnswers);
  clearInterval(closeIdle);
}
