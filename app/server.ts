import { mkdirSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { createRequestHandler as createRouter } from "react-router";
import sirv from "sirv";
import { environment, localSignInAllowed } from "#app/config/environment.ts";
import { ownOrigin } from "#app/config/own-origin.ts";
import { projectRoot } from "#app/config/project-root.ts";
import { seedOfficialTracks } from "#app/features/creation/server/seed-official-tracks.server.ts";
import { listeningBatch } from "#app/features/listening/server/listening-batch.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { lockDataFolder } from "#db/lock-data-folder.ts";
import { closeNotifications } from "#db/notify.ts";
import { closeQueue, openQueue } from "#jobs/queue.ts";
import { runWorkers } from "#jobs/run-workers.ts";
import { prepareFirstStart } from "./first-start.server.ts";
import { besideRouter } from "./http/beside-router.server.ts";
import { createRequestHandler } from "./http/handle-request.server.ts";
import { isNote } from "./http/is-note.ts";
import { streamShortcut } from "./http/stream-beside-router.server.ts";
import { unreadShortcut } from "./http/unread-beside-router.server.ts";
import { answerUnreadable, statusOfUnreadable } from "./http/unreadable-request.ts";
import { longestArrivalMs, watchArrival } from "./http/watch-arrival.ts";
import { createTurns } from "./lib/create-turns.ts";
import { logger } from "./logger.server.ts";
import { announceClosing, announceStop } from "./stopping.server.ts";

/** How long running answers, then running jobs, may go on after the stop signal. */
const answerGraceMs = 10_000;
const lastWordsMs = 3000;
const jobGraceMs = 15_000;
const idleSocketMs = 5 * 60_000;
/** Pages that ask every five seconds, and proxies, go on with the connection that they have. */
const keptAliveMs = 65_000;

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Starts the server: database, queue (with the work itself when there is no Postgres to share), HTTP. Resolves
 * when it listens; SIGTERM and SIGINT stop it gracefully. `assets` replaces the built files in development.
 */
export async function run(options: { assets?: Middleware } = {}): Promise<void> {
  const settings = environment();
  localSignInAllowed(settings);
  mkdirSync(settings.DATA_DIR, { recursive: true, mode: 0o700 });
  const embedded = !settings.DATABASE_URL;
  const lock = embedded ? lockDataFolder(settings.DATA_DIR) : undefined;
  await openDatabase({
    url: settings.DATABASE_URL,
    replicaUrl: settings.DATABASE_REPLICA_URL,
    dataDir: settings.DATA_DIR,
  });
  const boss = await openQueue({
    url: settings.DATABASE_URL,
    dataDir: settings.DATA_DIR,
    runsJobs: embedded,
    onError: (error) => logger.error({ err: error }, "queue error"),
  });
  const firstStart = await prepareFirstStart();
  const workers = embedded
    ? await runWorkers(boss, { concurrency: settings.JOB_CONCURRENCY, alone: true })
    : undefined;

  const build = import.meta.env.DEV
    ? () => import("virtual:react-router/server-build")
    : await import("virtual:react-router/server-build");
  const router = createRouter(build, settings.NODE_ENV);
  const publicOrigin = settings.PUBLIC_ORIGIN ? new URL(settings.PUBLIC_ORIGIN) : undefined;
  const listener = createRequestListener(createRequestHandler(router), {
    onError(error) {
      logger.error({ err: error }, "request failed");
      return new Response("Internal Server Error", { status: 500 });
    },
    // Behind a TLS proxy requests must look as people sent them: the origin checks compare with it.
    ...(publicOrigin ? { protocol: publicOrigin.protocol, host: publicOrigin.host } : {}),
  });
  const shortcuts = besideRouter([streamShortcut, unreadShortcut]);
  const inTurns = createTurns();
  const assets = options.assets ?? builtAssets();
  const server = createServer(
    { requestTimeout: longestArrivalMs, headersTimeout: 20_000, keepAliveTimeout: keptAliveMs },
    (request, response) => {
      watchArrival(request, () => giveUp(request, response));
      // A body that was refused unread must still be taken in, or its sender never sees the answer.
      response.once("finish", () => request.removeAllListeners("data").resume());
      const unreadable = statusOfUnreadable(request);
      if (unreadable !== null) {
        answerUnreadable(request, response, unreadable);
        return;
      }
      if (isNote(request)) {
        // A thousand people who press play at once are not felt by those who open a page.
        inTurns(() => listener(request, response));
        return;
      }
      shortcuts(request, response, () => assets(request, response, () => listener(request, response))).catch(
        (error: unknown) => {
          logger.error({ err: error }, "request failed");
          response.destroy();
        },
      );
    },
  );
  // A client that has stopped reading gives its socket and file back.
  server.setTimeout(idleSocketMs);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(settings.PORT, settings.HOST, resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : settings.PORT;
  const origin = ownOrigin(settings, port);
  greet(origin, firstStart);
  if (settings.SEED === "on") await seedOfficialTracks();

  let stopping = false;
  const stop = async (exitCode = 0) => {
    if (stopping) return;
    stopping = true;
    workers?.stop();
    announceClosing();
    const answered = new Promise<void>((resolve) => server.close(() => resolve()));
    // A kept-alive connection is idle again after its last answer.
    const idle = setInterval(() => server.closeIdleConnections(), 100);
    // What waits for a job that no worker will take up now still has time to say so.
    const announcement = setTimeout(announceStop, answerGraceMs - lastWordsMs);
    await Promise.race([answered, delay(answerGraceMs)]);
    clearTimeout(announcement);
    clearInterval(idle);
    await closeQueue(jobGraceMs);
    server.closeAllConnections();
    await listeningBatch.drain();
    await closeNotifications();
    audioStorage().close();
    await closeDatabase();
    lock?.release();
    process.exit(exitCode);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop());
  process.on("uncaughtException", (error) => {
    logger.fatal({ err: error }, "uncaught exception");
    // An asset that a new build took away concerns one answer, not the server.
    if (!isMissingAsset(error)) void stop(1);
  });
}

/** Ends a request that does not arrive, in words where none were said. */
function giveUp(request: IncomingMessage, response: ServerResponse): void {
  if (!response.headersSent)
    request.socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
  request.socket.destroySoon();
}

const clientFolder = path.join(projectRoot, "build/client");

function isMissingAsset(error: Error): boolean {
  return (
    "code" in error &&
    error.code === "ENOENT" &&
    "path" in error &&
    String(error.path).startsWith(clientFolder)
  );
}

/** Files of the client build: hashed ones are immutable and precompressed. A missing one is a 404, never a page. */
function builtAssets(): Middleware {
  const serve = sirv(clientFolder, {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders(response, pathname) {
      // Parts of such small files are of no use, but browsers play no audio without; some that can be asked for make
      // sirv throw.
      const { range = "" } = response.req.headers;
      const [, from, to] = /^bytes=(\d{1,9})-(\d{0,9})$/.exec(range) ?? [];
      const isPart = from !== undefined && (to === "" || Number(to) >= Number(from));
      if (!pathname.endsWith(".mp3") || !isPart) delete response.req.headers.range;
      // sirv leaves its file open when the client goes away halfway.
      response.once("pipe", (file) => response.once("close", () => file.destroy()));
      response.setHeader("X-Content-Type-Options", "nosniff");
      response.setHeader("Cache-Control", keptHow(pathname));
    },
  });
  return (request, response, next) =>
    serve(request, response, () => {
      if (!request.url?.startsWith("/assets/")) return next();
      response.writeHead(404, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" });
      response.end("見つかりません");
    });
}

/** A service worker that is kept somewhere on the way would hold back every version after it. */
function keptHow(pathname: string): string {
  if (pathname === "/sw.js") return "no-cache";
  return pathname.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=3600";
}

/** The secrets of a first start are shown here once and nowhere else; they are no log lines. */
function greet(origin: string, firstStart: Awaited<ReturnType<typeof prepareFirstStart>>): void {
  const lines = [`∞ Mugen  ${origin}`];
  if (firstStart) {
    lines.push(`  invitation      ${origin}/i/${firstStart.invitationCode}`);
    if (firstStart.adminPassword) {
      lines.push(`  admin           ${environment().ADMIN_USERNAME}`);
      lines.push(`  admin password  ${firstStart.adminPassword}   (shown this once)`);
    }
  }
  process.stdout.write(`${lines.join("\n")}\n`);
}
