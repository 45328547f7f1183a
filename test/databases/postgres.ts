import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";

async function withClient<T>(server: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const onServer = (server: string, ...statements: string[]): Promise<void> =>
  withClient(server, async (client) => {
    for (const statement of statements) await client.query(statement);
  });

/** Replaces a database: empty, or a copy of the unused `template`. */
export async function createTestDatabase(
  server: string,
  name: string,
  template?: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const drop = `drop database if exists ${name} with (force)`;
  const from = template ?? "template0 encoding 'UTF8' lc_ctype 'C.UTF-8' lc_collate 'C'";
  await withClient(server, async (client) => {
    await client.query(drop);
    const { rows } = await client.query(
      "select current_setting('server_version_num')::int >= 150000 as can_choose",
    );
    // Logging each block, the default from 15 on, takes seven times as much of the processor.
    const strategy = rows[0]?.can_choose ? "strategy file_copy" : "";
    await client.query(`create database ${name} template ${from} ${strategy}`);
  });
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(server, drop) };
}

export const dropDatabases = (server: string, beginning: string): Promise<void> =>
  withClient(server, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      "select datname from pg_database where starts_with(datname, $1)",
      [beginning],
    );
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  });

export interface OwnPostgres {
  url: string;
  version: string;
  /** Of the process whose children are all others. */
  pid: number;
  /** At once, as a crash; same data and address. */
  crashAndRestart(): void;
  /** A streaming replica. `delayS`: behind by so many seconds. */
  startReplica(o?: { delayS?: number }): Promise<Replica>;
  /** Every commit waits until a replica has it on its disk. */
  commitTogether(): Promise<void>;
  /** At once, as a crash. */
  crash(): void;
  stop(): void;
}

interface Replica extends Pick<OwnPostgres, "url" | "crashAndRestart"> {
  /** Falls behind from now on, or catches up. */
  pause(isPaused: boolean): Promise<void>;
  /** Becomes a primary: after the crash of the one before. */
  promote(): void;
}

/** Starts the tests' own Postgres on loopback, if installed; else null. */
export async function startPostgres(): Promise<OwnPostgres | null> {
  const programs = findPrograms();
  if (!programs) return null;
  const folder = mkdtempSync(path.join(tmpdir(), "mugen-postgres-"));
  const owner = serverUser();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const run = (program: string, ...args: string[]) => {
    const result = spawnSync(path.join(programs, program), args, { ...owner, cwd: folder, stdio: "ignore" });
    if (result.status !== 0) throw new Error(`${program} failed with ${result.status ?? result.error}`);
  };
  /** A server of `data` on a free port. */
  const serverOf = async (data: string, ...settings: string[]) => {
    const port = await freePort();
    const options = [
      "listen_addresses=127.0.0.1",
      `port=${port}`,
      `unix_socket_directories=${folder}`,
      "fsync=off",
      "max_connections=200",
      ...settings,
    ];
    const log = `${data}.log`;
    return {
      port,
      url: `postgres://mugen@127.0.0.1:${port}/postgres`,
      start: () =>
        run(
          "pg_ctl",
          "-D",
          data,
          "-w",
          "-l",
          log,
          "-o",
          options.map((option) => `-c ${option}`).join(" "),
          "start",
        ),
      crash: () => run("pg_ctl", "-D", data, "-m", "immediate", "stop"),
      crashAndRestart() {
        this.crash();
        this.start();
      },
    };
  };
  const data = path.join(folder, "data");
  run(
    "initdb",
    "-D",
    data,
    "-U",
    "mugen",
    "--auth=trust",
    "--encoding=UTF8",
    "--locale=C.UTF-8",
    "--no-sync",
  );
  const primary = await serverOf(data);
  primary.start();
  const running = new Set([primary]);
  const crash = () => {
    primary.crash();
    running.delete(primary);
  };
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  await client.end();
  return {
    url: primary.url,
    version: rows[0]?.server_version ?? "unknown",
    get pid() {
      return Number.parseInt(readFileSync(path.join(data, "postmaster.pid"), "utf8"), 10);
    },
    crash,
    crashAndRestart: () => primary.crashAndRestart(),
    async startReplica({ delayS = 0 } = {}) {
      const copy = `${data}-${running.size}`;
      run("pg_basebackup", "-D", copy, "-d", primary.url, "-R", "-X", "stream", "-c", "fast", "--no-sync");
      const replica = await serverOf(copy, `recovery_min_apply_delay=${delayS}s`);
      replica.start();
      running.add(replica);
      return {
        url: replica.url,
        crashAndRestart: () => replica.crashAndRestart(),
        pause: (isPaused) => onServer(replica.url, `select pg_wal_replay_${isPaused ? "pause" : "resume"}()`),
        promote: () => run("pg_ctl", "-D", copy, "-w", "promote"),
      };
    },
    commitTogether: () =>
      onServer(primary.url, "alter system set synchronous_standby_names = '*'", "select pg_reload_conf()"),
    stop() {
      for (const server of running) server.crash();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findPrograms(): string | null {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env.PATH ?? "").split(path.delimiter),
    ...versions.map((v) => `${debian}/${v}/bin`),
  ];
  return (
    folders.find((folder) =>
      ["initdb", "pg_ctl", "pg_basebackup"].every((name) => existsSync(path.join(folder, name))),
    ) ?? null
  );
}

/** Postgres refuses root: its package's user. */
export function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}
