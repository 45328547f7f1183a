import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { freePort, serverUser } from "../databases/postgres.ts";

/** Undefined where it is not installed. */
export const pgbouncerProgram = ["pgbouncer", "/usr/sbin/pgbouncer"].find(
  (name) => spawnSync(name, ["--version"]).status === 0,
);

/** Starts PgBouncer in transaction mode, with few connections to the Postgres of `url`. */
export async function startPgbouncer(url: string): Promise<{ url: string; stop(): Promise<void> }> {
  const target = new URL(url);
  const folder = await mkdtemp(path.join(tmpdir(), "pgbouncer-"));
  const port = await freePort();
  await chmod(folder, 0o755);
  // It refuses root, as Postgres does.
  const owner = serverUser();
  if (owner) await chown(folder, owner.uid, owner.gid);
  const file = path.join(folder, "pgbouncer.ini");
  await writeFile(
    file,
    `[databases]
* = host=${target.hostname} port=${target.port} user=${target.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 8
max_client_conn = 400
server_login_retry = 0.1
`,
  );
  const program = spawn(pgbouncerProgram ?? "pgbouncer", [file], { ...owner, stdio: "ignore" });
  const ended = once(program, "exit");
  const pooled = new URL(url);
  pooled.host = `127.0.0.1:${port}`;
  await untilAnswering(pooled.href);
  return {
    url: pooled.href,
    async stop() {
      program.kill("SIGINT");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilAnswering(connectionString: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ connectionString });
    try {
      await client.connect();
      await client.query("select 1");
      return;
    } catch (error) {
      if (attempt === 100) throw error;
      await delay(50);
    } finally {
      await client.end().catch(() => {});
    }
  }
}
