// on both databases: each is copied and put back in its own way
// @module-tag release: copies and restores after crashes; both have unit tests
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Sqlite from "better-sqlite3";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "../../databases/postgres.ts";
import { startServer } from "../../servers/server.ts";

const folder = mkdtempSync(path.join(tmpdir(), "mugen-kill-"));
const [dataDir, backups] = [path.join(folder, "data"), path.join(folder, "backups")];
const server = process.env.DATABASE_URL;
const made = server ? await createTestDatabase(server, `backup_${process.pid}`) : undefined;
afterAll(async () => {
  await made?.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs an operator's command, or the server for as long as it takes to refuse. */
function run(args: string[], env: Record<string, string> = {}) {
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, args, {
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATA_DIR: dataDir,
      DATABASE_URL: made?.url ?? "",
      PORT: "0",
      ...env,
    },
    encoding: "utf8",
    timeout: 60_000,
  });
  return { status, signal, said: stdout + stderr };
}
const backup = (env?: Record<string, string>) => run(["app/cli.mjs", "backup", "--to", backups], env);
const restore = (args: string[], env?: Record<string, string>) =>
  run(["app/cli.mjs", "restore", ...args], env);

const soundFile = (name: string) => path.join(dataDir, "files/audio", name, "64.mp3");

/** A row and a file that say in which state the installation is. */
async function enterState(name: string): Promise<void> {
  await onDatabase(
    `insert into settings (key, value) values ('of-a-test', '${name}') on conflict (key) do update set value = excluded.value`,
  );
  rmSync(path.join(dataDir, "files/audio"), { recursive: true, force: true });
  mkdirSync(path.dirname(soundFile(name)), { recursive: true });
  writeFileSync(soundFile(name), `the sound of ${name}`);
}

async function stateNow(): Promise<string[]> {
  const row = await onDatabase("select value from settings where key = 'of-a-test'");
  return [String(row), ...readdirSync(path.join(dataDir, "files/audio"))];
}

/** Returns the first value of the first row. */
async function onDatabase(sql: string): Promise<unknown> {
  if (!made) {
    const connection = new Sqlite(path.join(dataDir, "mugen.sqlite"));
    try {
      const statement = connection.prepare(sql);
      return statement.reader ? statement.pluck().get() : statement.run();
    } finally {
      connection.close();
    }
  }
  const client = new pg.Client({ connectionString: made.url });
  await client.connect();
  try {
    return Object.values((await client.query(sql)).rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

test("a backup and a restore that are killed lose nothing; what was destroyed comes back, and a restore is undone", async () => {
  const databaseUrl = made ? { databaseUrl: made.url } : {};
  await (await startServer({ dataDir, workers: 0, ...databaseUrl })).stop();
  await enterState("old");
  expect(backup({ CRASH_AT: "backup-database" }).signal).toBe("SIGKILL");
  expect(restore(["--from", backups, "--check"]).said).toContain("there is no backup");
  // A line, and no stack, for what the machine refuses.
  const misplaced = run(["app/cli.mjs", "backup", "--to", path.join(import.meta.filename, "x")]);
  expect([misplaced.status, misplaced.said]).toEqual([1, expect.stringMatching(/^ENOTDIR: .*\n$/)]);
  expect(backup().said).toMatch(/files: 1, .* backups there: 1$/m);
  expect(restore(["--from", backups, "--check"]).said).toContain("whole:");

  await enterState("new");
  expect(restore(["--from", backups], { CRASH_AT: "restore-swapped" }).signal).toBe("SIGKILL");
  // Between the two nothing runs on it.
  const refused = run(["app/start.mjs"]);
  expect([refused.status, refused.said]).toEqual([
    1,
    expect.stringContaining("npm run restore -- --recover"),
  ]);
  expect(restore(["--recover"]).said).toContain("undone");
  expect(await stateNow()).toEqual(["new", "new"]);

  // Postgres has committed by now, and that counts.
  expect(restore(["--from", backups], { CRASH_AT: "restore-committed" }).signal).toBe("SIGKILL");
  expect(restore(["--recover"]).said).toContain(made ? "the restored installation stays" : "undone");
  expect(await stateNow()).toEqual(made ? ["old", "old"] : ["new", "new"]);

  await enterState("new");
  const { said } = restore(["--from", backups]);
  const before = /before-restore-\S+/.exec(said)?.[0] ?? said;
  expect(await stateNow()).toEqual(["old", "old"]);
  // Nothing runs on what is half undone either.
  expect(restore(["--undo", before], { CRASH_AT: "undo-begun" }).signal).toBe("SIGKILL");
  expect(existsSync(path.join(dataDir, "restore.json"))).toBe(true);
  expect(restore(["--recover"]).said).toContain(made ? "the restored installation stays" : "undone");
  if (made) expect(restore(["--undo", before]).said).toContain("undone");
  expect(await stateNow()).toEqual(["new", "new"]);

  // All is lost.
  rmSync(dataDir, { recursive: true });
  if (made) await onDatabase("drop schema public, drizzle cascade");
  expect(restore(["--from", backups]).status).toBe(0);
  expect(await stateNow()).toEqual(["old", "old"]);
  expect(existsSync(path.join(dataDir, "restore.json"))).toBe(false);
  const again = await startServer({ dataDir, workers: 0, ...databaseUrl });
  expect((await fetch(`${again.origin}/health`)).status).toBe(200);
  await again.stop();
});
