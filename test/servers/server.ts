import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { adminPasswordHash } from "../admin-password.ts";
import { freePort } from "../databases/postgres.ts";

export interface RunningServer {
  origin: string;
  dataDir: string;
  pid: number | undefined;
  output(): string;
  /** SIGTERM; waits for a graceful end but not for idle clients. Returns the web process's exit code. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
  /** When its first process has ended. */
  ended: Promise<void>;
}

/** The time to a first good answer (ms), on a busy machine. */
const maxStartMs = 60_000;

/** Every process may record what it sends to the database. */
const recorder = process.env.RECORD_STATEMENTS
  ? ["--import", new URL("record-statements.mjs", import.meta.url).href]
  : [];

const settingsOf = (o: { dataDir?: string; databaseUrl: string; env?: Record<string, string> }) => ({
  ...process.env,
  NODE_ENV: "production",
  LOG_LEVEL: "warn",
  SEED: "off",
  // With `feeds` each start would speak in every voice.
  AI_NOTE: "written",
  // Hashing takes half a second of each first start.
  ADMIN_PASSWORD_HASH: adminPasswordHash,
  // Between any two questions of a test, dictionaries would be read anew.
  THREAD_IDLE_MS: "60000",
  ...(o.dataDir === undefined ? {} : { DATA_DIR: o.dataDir }),
  DATABASE_URL: o.databaseUrl,
  ...o.env,
});

/** A worker process beside servers on Postgres. */
export function startWorker(o: {
  dataDir?: string;
  databaseUrl: string;
  env?: Record<string, string>;
  onOutput: (chunk: Buffer) => void;
}): ChildProcess {
  const child = spawn(process.execPath, [...recorder, "build/server/worker.js"], {
    env: settingsOf(o),
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", o.onOutput);
  return child;
}

/** Starts what does the jobs, for tests that ask for no page: on Postgres a worker alone, otherwise the server. */
export async function startWorking(
  o: { dataDir?: string; env?: Record<string, string> } = {},
): Promise<Pick<RunningServer, "ended" | "kill">> {
  const databaseUrl = process.env.DATABASE_URL ?? "";
  if (!databaseUrl.startsWith("postgres")) return startServer(o);
  const worker = startWorker({ ...o, databaseUrl, onOutput: () => {} });
  const ended = once(worker, "exit").then(() => {});
  return {
    ended,
    kill() {
      worker.kill("SIGKILL");
      return ended;
    },
  };
}

/** Starts the built server on a free port: one process on SQLite; web and a worker on Postgres. `env` adds settings. */
export async function startServer(
  o: {
    /** Default: the file's own. */
    dataDir?: string;
    env?: Record<string, string>;
    workers?: number;
    folder?: string;
    /** Starts the web process: a file with arguments. */
    program?: readonly string[];
    /** Starts the server: a program with arguments. */
    launcher?: readonly string[];
    databaseUrl?: string;
    onOutput?: (chunk: Buffer) => void;
  } = {},
): Promise<RunningServer> {
  const databaseUrl = o.databaseUrl ?? process.env.DATABASE_URL ?? "";
  const env: NodeJS.ProcessEnv = {
    ...settingsOf({ ...o, databaseUrl }),
    // The system's choice is free. A public origin is printed instead of the port.
    PORT: o.env?.PORT ?? (o.env?.PUBLIC_ORIGIN ? String(await freePort()) : "0"),
  };
  let output = "";
  const ended = Promise.withResolvers<void>();
  const start = (...args: string[]) => {
    const [program = process.execPath, ...first] = [...(o.launcher ?? []), process.execPath, ...recorder];
    const child = spawn(program, [...first, ...args], {
      env,
      cwd: o.folder,
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.once("exit", () => ended.resolve());
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk;
        o.onOutput?.(chunk);
      });
    }
    return child;
  };
  const web = start(...(o.program ?? ["app/start.mjs"]));
  const children: ChildProcess[] = [web];
  const origin = await untilAnswering(web, {
    output: () => output,
    origin: () =>
      env.PORT === "0" ? /^∞ Mugen {2}(\S+)$/m.exec(output)?.[1] : `http://127.0.0.1:${env.PORT}`,
  });
  if (databaseUrl.startsWith("postgres")) {
    for (let worker = 0; worker < (o.workers ?? 1); worker++) children.push(start("build/server/worker.js"));
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
    dataDir: env.DATA_DIR ?? "",
    pid: web.pid,
    output: () => output,
    ended: ended.promise,
    async stop() {
      const ended = signalAll("SIGTERM");
      // Repeats the second signal: two at once are one.
      const hurry = setInterval(() => web.kill("SIGTERM"), 100);
      await ended;
      clearInterval(hurry);
      return web.exitCode;
    },
    kill: () => signalAll("SIGKILL"),
  };
}

async function untilAnswering(
  web: ChildProcess,
  o: { output(): string; origin(): string | undefined },
): Promise<string> {
  for (const since = Date.now(); Date.now() - since < maxStartMs; ) {
    if (web.exitCode !== null || web.signalCode !== null)
      throw new Error(`the server ended at start:\n${o.output()}`);
    const origin = o.origin();
    const answered =
      origin &&
      (await fetch(`${origin}/ping`).then(
        (response) => response.ok,
        () => false,
      ));
    if (answered) return origin;
    await delay(50);
  }
  web.kill("SIGKILL");
  throw new Error(`the server did not answer:\n${o.output()}`);
}
