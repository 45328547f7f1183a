import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";

async function onServer(server: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Replaces a database: empty, or a copy of the unused `template`. */
export async function createTestDatabase(
  server: string,
  name: string,
  template?: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const drop = `drop database if exists ${name} with (force)`;
  await onServer(
    server,
    drop,
    template
      ? `create database ${name} template ${template}`
      : `create database ${name} template template0 encoding 'UTF8' lc_ctype 'C.UTF-8' lc_collate 'C'`,
  );
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(server, drop) };
}

export async function dropDatabases(server: string, beginning: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>(
      "select datname from pg_database where starts_with(datname, $1)",
      [beginning],
    );
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  } finally {
    await client.end();
  }
}

interface OwnPostgres {
  url: string;
  version: string;
  /** At once, as a crash; same data and address. */
  crashAndRestart(): void;
  stop(): void;
}

/** Starts the tests' own Postgres on loopback, if installed; else null. */
export async function startPostgres(): Promise<OwnPostgres | null> {
  const programs = findPrograms();
  if (!programs) return null;
  const folder = mkdtempSync(path.join(tmpdir(), "mugen-postgres-"));
  const data = path.join(folder, "data");
  const port = await freePort();
  // Postgres refuses root: takes its package's user.
  const owner = process.getuid?.() === 0 ? ownerOf("postgres") : undefined;
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const run = (program: string, ...args: string[]) => {
    const result = spawnSync(path.join(programs, program), args, { ...owner, cwd: folder, stdio: "ignore" });
    if (result.status !== 0) throw new Error(`${program} failed with ${result.status}`);
  };
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
  const settings = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${folder} -c fsync=off -c max_connections=200`;
  const start = () =>
    run("pg_ctl", "-D", data, "-w", "-l", path.join(folder, "log"), "-o", settings, "start");
  const crash = () => run("pg_ctl", "-D", data, "-m", "immediate", "stop");
  start();
  const url = `postgres://mugen@127.0.0.1:${port}/postgres`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  await client.end();
  return {
    url,
    version: rows[0]?.server_version ?? "unknown",
    crashAndRestart() {
      crash();
      start();
    },
    stop() {
      crash();
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
    folders.find((folder) => ["initdb", "pg_ctl"].every((name) => existsSync(path.join(folder, name)))) ??
    null
  );
}

function ownerOf(name: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(spawnSync("id", [flag, name], { encoding: "utf8" }).stdout);
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
