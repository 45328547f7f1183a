import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { closeDatabase, openDatabase } from "#db/client.ts";
import { addMember } from "../database.ts";
import { createTestDatabase, freePort, type OwnPostgres, startPostgres } from "../databases/postgres.ts";
import { type PostgresProxy, startPostgresProxy } from "../databases/postgres-proxy.ts";
import { nginxProgram, startNginx } from "../servers/nginx.ts";
import { pgbouncerProgram, startPgbouncer } from "../servers/pgbouncer.ts";
import { type RunningServer, startServer, startWorker } from "../servers/server.ts";

/** Undefined where all that a fleet needs beside Postgres is installed. */
export const missingForFleet = nginxProgram ? undefined : "nginx";

export interface Fleet {
  /** nginx before all web processes: each request goes to the next. */
  origin: string;
  /** The primary as the program reaches it. */
  databaseUrl: string;
  replicaUrl: string;
  /** Null where PgBouncer is missing. */
  poolerUrl: string | null;
  webs: readonly RunningServer[];
  workers: readonly ChildProcess[];
  proxy: PostgresProxy;
  /** `kill -9`, and a new one on the same port. */
  crashWeb(index: number): Promise<void>;
  /** SIGTERM, its graceful end, and a new one on the same port. Returns the exit code of the old one. */
  replaceWeb(index: number): Promise<number | null>;
  /** `kill -9`; a worker that ends is replaced. */
  crashWorker(index: number): Promise<void>;
  /** With `hasClocks`: sets the clock of a web process so far ahead of the others; 0 sets it right. */
  shiftClock(index: number, ms: number): void;
  crashPostgres(): void;
  pauseReplica(isPaused: boolean): Promise<void>;
  /** The primary dies for good, and the replica takes its place. */
  failOver(): Promise<void>;
  output(): string;
  stop(): Promise<void>;
}

interface FleetOptions {
  webs: number;
  workers: number;
  dataDir: string;
  /** How far the replica is behind. */
  replicaDelayS?: number;
  /** Web processes have clocks that can be set. */
  hasClocks?: boolean;
  /** Settings of all processes. */
  env?: Record<string, string>;
}

/**
 * Starts what a large site has, on loopback: Postgres with a streaming replica, `webs` and `workers` processes that share one
 * data folder, nginx as documented before them, and PgBouncer where it is installed. A commit is on both databases' disks before it is answered, so that
 * `failOver` loses none. Null where Postgres is missing.
 */
export async function startFleet(o: FleetOptions): Promise<Fleet | null> {
  const postgres = await startPostgres();
  if (!postgres) return null;
  const stops: (() => unknown)[] = [() => postgres.stop()];
  const stop = async () => {
    for (const end of stops.reverse()) await end();
  };
  try {
    return { ...(await startOn(postgres, o, stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startOn(
  postgres: OwnPostgres,
  o: FleetOptions,
  stops: (() => unknown)[],
): Promise<Omit<Fleet, "stop">> {
  const { url } = await createTestDatabase(postgres.url, "mugen");
  // Migrates: a replica that is behind would have no tables.
  await (await startServer({ dataDir: o.dataDir, databaseUrl: url, workers: 0 })).stop();
  const replica = await postgres.startReplica({ delayS: o.replicaDelayS ?? 0 });
  await postgres.commitTogether();
  let primary: Pick<OwnPostgres, "crashAndRestart"> = postgres;
  const proxy = await startPostgresProxy(url);
  stops.push(() => proxy.close());
  const pooler = pgbouncerProgram ? await startPgbouncer(proxy.url) : null;
  if (pooler) stops.push(() => pooler.stop());
  const port = await freePort();
  let output = "";
  const onOutput = (chunk: Buffer) => {
    output += chunk;
  };
  const replicaUrl = new URL(replica.url);
  replicaUrl.pathname = new URL(url).pathname;
  const shared = { dataDir: o.dataDir, databaseUrl: proxy.url };
  const env = {
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    TRUST_PROXY: "on",
    // Behind a proxy nobody signs in without a password; members get their sessions by `addSessions`.
    GOOGLE_CLIENT_ID: "fleet",
    GOOGLE_CLIENT_SECRET: "fleet",
    ...(pooler ? { DATABASE_POOLER_URL: pooler.url } : {}),
    ...(o.env?.STORAGE === "s3" ? {} : { STREAM_ACCEL: "nginx" }),
    ...o.env,
  };
  const ports = await freePorts(o.webs);
  const clockFile = (index: number) => path.join(o.dataDir, `clock-${index}`);
  const startWeb = (index: number) =>
    startServer({
      ...shared,
      onOutput,
      workers: 0,
      env: {
        ...env,
        DATABASE_REPLICA_URL: replicaUrl.href,
        PORT: String(ports[index]),
        ...(o.hasClocks && { NODE_OPTIONS: `--import=${shiftedClock}`, CLOCK_FILE: clockFile(index) }),
      },
    });
  const webs = await Promise.all(ports.map((_, index) => startWeb(index)));
  stops.push(() => Promise.all(webs.map((web) => web.kill())));
  const workers: ChildProcess[] = [];
  let isSupervised = true;
  /** As a supervisor does: a worker ends if its database goes away while it starts. */
  const keepWorker = (index: number) => {
    const worker = startWorker({ ...shared, env, onOutput });
    worker.once("exit", () => isSupervised && keepWorker(index));
    workers[index] = worker;
  };
  for (let index = 0; index < o.workers; index++) keepWorker(index);
  stops.push(() => {
    isSupervised = false;
    return Promise.all(workers.map((worker) => killProcess(worker)));
  });
  const files = path.join(o.dataDir, "files");
  mkdirSync(files, { recursive: true });
  const nginx = await startNginx({ apps: ports, files, port, user: "root" });
  stops.push(() => nginx.stop());
  return {
    origin: nginx.origin,
    databaseUrl: proxy.url,
    replicaUrl: replicaUrl.href,
    poolerUrl: pooler?.url ?? null,
    webs,
    workers,
    proxy,
    async crashWeb(index) {
      await webs[index]?.kill();
      webs[index] = await startWeb(index);
    },
    async replaceWeb(index) {
      const web = webs[index];
      if (!web) throw new Error(`no web process ${index}`);
      process.kill(web.pid ?? 0, "SIGTERM");
      await web.ended;
      const code = await web.stop();
      webs[index] = await startWeb(index);
      return code;
    },
    async crashWorker(index) {
      const worker = workers[index];
      if (worker) await killProcess(worker);
    },
    shiftClock: (index, ms) => writeFileSync(clockFile(index), String(ms)),
    pauseReplica: (isPaused) => replica.pause(isPaused),
    crashPostgres: () => primary.crashAndRestart(),
    async failOver() {
      proxy.setAway(true);
      postgres.crash();
      replica.promote();
      primary = replica;
      proxy.pointTo(replicaUrl.href);
      proxy.setAway(false);
    },
    output: () => output,
  };
}

const shiftedClock = pathToFileURL(path.resolve("test/servers/shifted-clock.mjs")).href;

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

/** Members with a session each, beside the running fleet. */
export async function addSessions(
  fleet: Pick<Fleet, "databaseUrl">,
  names: readonly string[],
): Promise<{ id: string; token: string }[]> {
  await openDatabase({ url: fleet.databaseUrl, dataDir: "", migrate: false });
  try {
    const added = [];
    for (const name of names) {
      const { id } = await addMember({ name });
      added.push({ id, token: await startSession({ userId: id, deviceInfo: "" }) });
    }
    return added;
  } finally {
    await closeDatabase();
  }
}
