// on both databases: hosts that share no folder keep each other out on Postgres
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { environment } from "#app/config/environment.ts";
import type { S3Client } from "#app/features/storage/s3/s3-client.server.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { withDatabase } from "#test/database.ts";
import { s3ClientFor, startS3Server, type TestBucket } from "#test/servers/s3-server.ts";
import { withSettings } from "#test/settings.ts";
import { BackupInUse } from "./backup-error.ts";
import { openBackupFolder } from "./backup-folder.server.ts";
import { lastBackupAt, lastTrial, recordBackup, recordTrial } from "./backup-notes.server.ts";
import { takeNightlyBackup } from "./nightly-backup.server.ts";
import type { Snapshot } from "./snapshot.ts";

const command = vi.hoisted(() =>
  vi.fn((_file: string, _args: string[], _options: object, done: (error: null, said: object) => void) =>
    done(null, { stdout: "taken", stderr: "" }),
  ),
);
vi.mock("node:child_process", async (importActual) => ({
  ...(await importActual<typeof import("node:child_process")>()),
  execFile: command,
}));

const { DATABASE_URL: url = "" } = environment();
const isOnServer = url.startsWith("postgres");
const isPglite = url.startsWith("pglite:");

const address = "s3://mugen-backup/site";
const [here, there] = [hostFolder("here"), hostFolder("there")];
withDatabase();
withSettings({ BACKUP_TO: address });
let s3: TestBucket;
let backups: S3Client;
beforeAll(async () => {
  s3 = await startS3Server();
  Object.assign(environment(), s3.settings);
  backups = s3ClientFor(s3.settings, { bucket: "mugen-backup" });
});
afterAll(async () => {
  await s3?.stop();
  for (const folder of [here, there]) rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  for await (const { key } of backups.list("")) await backups.remove(key);
});

function hostFolder(name: string): string {
  return mkdtempSync(path.join(tmpdir(), `mugen-${name}-`));
}

/** As on one of two hosts. */
const openOn = (dataDir: string, folder = address) => {
  Object.assign(environment(), { DATA_DIR: dataDir });
  return openBackupFolder({ folder, passphrase: undefined, writing: true });
};

const snapshotOf = (createdAt: Date): Snapshot => ({
  format: 1,
  createdAt: createdAt.toISOString(),
  version: "1.0.0",
  installationId: null,
  database: { dialect: "sqlite", migration: 0, parts: [], rows: {}, counters: {} },
  files: [],
});

test.runIf(isOnServer)("of two hosts one writes to a bucket, and a killed one leaves no lock", async () => {
  const first = await openOn(here);
  await expect(openOn(there, `${address}/`)).rejects.toThrow(BackupInUse);
  const elsewhere = await openOn(there, "s3://mugen-backup/elsewhere");
  await elsewhere.release();
  await first.release();
  const second = await openOn(there);
  await expect(openOn(here)).rejects.toThrow(BackupInUse);

  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 7723002 and database = (select oid from pg_database where datname = current_database())",
  );
  await client.end();
  const third = await vi.waitFor(() => openOn(here), { timeout: 30_000 });
  await expect(second.writeSnapshot(snapshotOf(new Date()))).rejects.toThrow("take it again");
  await expect(second.keepOnly(new Set())).rejects.toThrow("take it again");
  expect(await third.snapshots()).toEqual([]);
  await second.release();
  await expect(openOn(there)).rejects.toThrow(BackupInUse);
  await third.release();
});

test.skipIf(isPglite)(
  "a host takes no backup where another has just taken one, and notes that one",
  async () => {
    const now = new Date("2026-11-27T18:40:00Z");
    const open = await openOn(here);
    const hoursAgo = (hours: number) => new Date(now.getTime() - hours * hourMs);
    await open.writeSnapshot(snapshotOf(hoursAgo(24)));
    // Of a host whose clock was wrong.
    await open.writeSnapshot(snapshotOf(hoursAgo(-48)));
    Object.assign(environment(), { DATA_DIR: there });
    await takeNightlyBackup(now);
    expect(command).toHaveBeenCalledOnce();

    await open.writeSnapshot(snapshotOf(hoursAgo(0.5)));
    await takeNightlyBackup(now);
    expect(command).toHaveBeenCalledOnce();
    expect(await lastBackupAt(now)).toEqual(hoursAgo(0.5));

    // Noted while this host's own clock was a year ahead: taken again, and told as missing until then.
    await recordBackup(hoursAgo(-365 * 24));
    await recordTrial({ name: "2027", at: hoursAgo(-365 * 24).toISOString(), error: null });
    expect([await lastBackupAt(now), await lastTrial(now)]).toEqual([null, null]);
    await takeNightlyBackup(now);
    expect(await lastBackupAt(now)).toEqual(hoursAgo(0.5));
    await recordBackup(hoursAgo(-365 * 24));
    const tomorrow = hoursAgo(-24);
    await takeNightlyBackup(tomorrow);
    expect(command).toHaveBeenCalledTimes(2);
    await open.release();
  },
);
