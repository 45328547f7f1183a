import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "./postgres.ts";

export interface RunningServer {
  origin: string;
  dataDir: string;
  /** Of the web process. */
  pid: number | undefined;
  /** Everything the server's processes have printed. */
  output(): string;
  /** SIGTERM, and wait for a graceful end. Returns the exit code of the web process. */
  stop(): Promise<number | null>;
  /** SIGKILL to every process. */
  kill(): Promise<void>;
  /** Resolves when the first of the server's processes has ended. */
  ended: Promise<void>;
}

/**
 * Starts the built server on a free loopback port: one process on SQLite, a web process and two workers on
 * Postgres. `env` is added to the settings.
 */
export async function startServer(o: {
  dataDir: string;
  env?: Record<string, string>;
  workers?: number;
}): Promise<RunningServer> {
  const port = await freePort();
  const databaseUrl = process.env.DATABASE_URL ?? "";
  const env = {
    ...process.env,
    NODE_ENV: "production",
    LOG_LEVEL: "warn",
    SEED: "off",
    DATA_DIR: o.dataDir,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    ...o.env,
  };
  let output = "";
  const ended = Promise.withResolvers<void>();
  const start = (...args: string[]) => {
    const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    child.once("exit", () => ended.resolve());
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk));
    return child;
  };
  const web = start("app/start.mjs");
  const children: ChildProcess[] = [web];
  const origin = `http://127.0.0.1:${port}`;
  await untilHealthy(origin, web, () => output);
  if (databaseUrl.startsWith("postgres")) {
    for (let worker = 0; worker < (o.workers ?? 2); worker++) children.push(start("build/server/worker.js"));
  }
  const signalAll = async (signal: NodeJS.Signals) => {
    const gone = children.map((child) =>
      child.exitCode === null && child.signalCode === null ? once(child, "exit") : null,
    );
    for (const child of children) child.kill(signal);
    await Promise.all(gone);
  };
  return {
    origin,
    dataDir: o.dataDir,
    pid: web.pid,
    output: () => output,
    ended: ended.promise,
    async stop() {
      await signalAll("SIGTERM");
      return web.exitCode;
    },
    kill: () => signalAll("SIGKILL"),
  };
}

async function untilHealthy(origin: string, web: ChildProcess, output: () => string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (web.exitCode !== null || web.signalCode !== null)
      throw new Error(`the server ended at start:\n${output()}`);
    const answered = await fetch(`${origin}/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) return;
    await delay(100);
  }
  web.kill("SIGKILL");
  throw new Error(`the server did not become healthy:\n${output()}`);
}
