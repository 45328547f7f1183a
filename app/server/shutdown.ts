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
import { isMissingStaticFile } from "./static-files.ts";

/** How long running requests may go on after the stop signal, and then running jobs. */
const requestGraceMs = 10_000;
const jobGraceMs = 15_000;
/**
 * How long an idle connection is kept for its client's next request, which is then told that the connection ends. Longer than the
 * pause between two polls of an open page. A developer has nobody to wait for.
 */
const idleGraceMs = () => (environment().NODE_ENV === "development" ? 0 : 6000);
/** Time (ms) before the end of the grace period at which requests that wait for a job have to answer. */
const finalAnswerMs = 3000;

/** For each of the steps that take no time unless something hangs. */
const closeGraceMs = 700;
const drainGraceMs = 1500;

interface Listening {
  server: Server;
  connections: Connections;
}

/**
 * Stops the program gracefully on SIGTERM and SIGINT, and with exit code 1 after an uncaught exception; within 30 s. A second
 * signal ends the wait for clients whose connections are idle.
 */
export function shutDownOnSignals(
  program: Pick<BootedProgram, "workers" | "dataFolderLock">,
  { server, connections }: Listening,
  exit: (code: number) => void = process.exit,
): void {
  let isStopping = false;
  let exitCode = 0;
  const hurry = new AbortController();
  const stop = async () => {
    if (isStopping) return hurry.abort();
    isStopping = true;
    await runShutdownSteps([
      { name: "workers", graceMs: closeGraceMs, end: () => program.workers?.stop() },
      {
        name: "requests",
        graceMs: requestGraceMs + closeGraceMs,
        end: () => closeServer({ server, connections }, hurry.signal),
      },
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

/**
 * Answers until every client that keeps a connection knows that it ends, then accepts no more of them; resolves when all
 * requests have been answered, or after `requestGraceMs`.
 */
async function closeServer({ server, connections }: Listening, hurry: AbortSignal): Promise<void> {
  signalClosing();
  const finalAnswers = setTimeout(signalStopping, requestGraceMs - finalAnswerMs);
  const grace = new AbortController();
  const graceEnds = delay(requestGraceMs).then(() => grace.abort());
  await connections.dismiss({ idleMs: idleGraceMs(), signal: AbortSignal.any([hurry, grace.signal]) });
  await connections.untilQuiet();
  const answered = new Promise<void>((resolve) => server.close(() => resolve()));
  // A keep-alive connection becomes idle only after its last response.
  const closeIdle = setInterval(() => server.closeIdleConnections(), 100);
  await Promise.race([answered, graceEnds]);
  clearTimeout(finalAnswers);
  clearInterval(closeIdle);
}
