import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { environment } from "#app/config/environment.ts";
import { bodyOf } from "#app/features/storage/s3/s3-storage.server.ts";
import { s3ClientOf } from "#app/features/storage/server/audio-storage.server.ts";
import { writeDurably } from "#app/features/storage/server/write-durably.server.ts";
import { nullIfMissing } from "#app/lib/file-errors.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { lockOnPostgres } from "#db/backup/on-postgres.ts";
import { DataFolderInUse, lockDataFolder } from "#db/lock-data-folder.ts";
import { BackupError, BackupInUse } from "./backup-error.ts";

/** A folder or a part of a bucket. Names have slashes between their parts. */
export interface BackupPlace {
  readonly address: string;
  read(name: string): Promise<Uint8Array | null>;
  write(name: string, bytes: Uint8Array): Promise<void>;
  remove(name: string): Promise<void>;
  /**
   * Removes what no snapshot names. False for what came within the last day to a bucket: a backup that lost its lock, or one of a
   * version that took none there, may be about to name it.
   */
  removeUnneeded(name: string): Promise<boolean>;
  /** In any order; `prefix` is empty or ends with a slash. */
  list(prefix: string): AsyncIterable<string>;
  /** Keeps other backups out until `release`. Throws `BackupInUse` while one writes. */
  lock(): Promise<BackupLock>;
}

export interface BackupLock {
  /** Throws `BackupError` if it was lost, so that another backup may have begun. */
  confirm(): Promise<void>;
  release(): Promise<void>;
}

const bucketAddress = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w.-]+)*)\/?$/;

/** Whatever begins like an address: `s3:/bucket` is a mistake, and no folder. A letter and a colon are a disk of Windows. */
export const isBucketAddress = (address: string): boolean => /^[a-z][a-z\d+.-]+:/i.test(address);

/** `address`: a path, or `s3://bucket/prefix` on the configured server. Throws `BackupError`. */
export function openBackupPlace(address: string): BackupPlace {
  return isBucketAddress(address) ? bucketPlace(address) : folderPlace(address);
}

function folderPlace(folder: string): BackupPlace {
  const remove = (name: string) => rm(path.join(folder, name), { force: true });
  return {
    address: folder,
    read: (name) => nullIfMissing(readFile(path.join(folder, name))),
    write: (name, bytes) =>
      writeDurably({ root: folder, path: path.join(folder, name), bytes, isPrivate: true }),
    remove,
    async removeUnneeded(name) {
      await remove(name);
      return true;
    },
    list: (prefix) => namesBelow(folder, prefix),
    async lock() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return lockFor(folder, folder);
    },
  };
}

async function* namesBelow(folder: string, prefix: string): AsyncGenerator<string> {
  const entries = await nullIfMissing(readdir(path.join(folder, prefix), { withFileTypes: true }));
  for (const entry of entries ?? []) {
    if (entry.isDirectory()) yield* namesBelow(folder, `${prefix}${entry.name}/`);
    else yield prefix + entry.name;
  }
}

function bucketPlace(address: string): BackupPlace {
  const [, bucket, path = ""] = bucketAddress.exec(address) ?? [];
  if (bucket === undefined) throw new BackupError(`${address} does not look like s3://bucket/prefix`);
  const { S3_ENDPOINT, S3_ACCESS_KEY_ID, STORAGE, S3_BUCKET, DATA_DIR, DATABASE_URL } = environment();
  if (!S3_ENDPOINT || !S3_ACCESS_KEY_ID)
    throw new BackupError(`for ${address} set S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY`);
  if (STORAGE === "s3" && S3_BUCKET === bucket)
    throw new BackupError("the backups must not be in the bucket of the files: both would be lost together");
  const client = s3ClientOf(bucket);
  const prefix = path === "" ? "" : `${path.slice(1)}/`;
  return {
    address,
    async read(name) {
      const bytes = await client.read(prefix + name);
      return bytes instanceof Uint8Array ? bytes : null;
    },
    write: (name, bytes) => client.put(prefix + name, bodyOf(bytes)),
    remove: (name) => client.remove(prefix + name),
    async removeUnneeded(name) {
      const found = await client.head(prefix + name);
      if (found && Date.now() - found.modified.getTime() < dayMs) return false;
      await client.remove(prefix + name);
      return true;
    },
    async *list(below) {
      for await (const { key } of client.list(prefix + below)) yield key.slice(prefix.length);
    },
    // Buckets have no locks. Hosts that share a database need not share a folder.
    lock: async () =>
      DATABASE_URL
        ? lockOnDatabase(DATABASE_URL, `s3://${bucket}/${prefix}`)
        : lockFor(`${DATA_DIR}/backup-lock`, address),
  };
}

function lockFor(folder: string, address: string): BackupLock {
  try {
    const lock = lockDataFolder(folder);
    return { confirm: async () => {}, release: async () => lock.release() };
  } catch (error) {
    if (error instanceof DataFolderInUse) throw new BackupInUse(address);
    throw error;
  }
}

async function lockOnDatabase(url: string, address: string): Promise<BackupLock> {
  const lock = await lockOnPostgres(url, address);
  if (lock === null) throw new BackupInUse(address);
  return {
    async confirm() {
      if (!(await lock.isHeld()))
        throw new BackupError(`the connection that kept other backups from ${address} broke: take it again`);
    },
    release: lock.release,
  };
}
