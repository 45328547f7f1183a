import path from "node:path";
import { environment } from "#app/config/environment.ts";
import { createS3Client, type S3Client } from "../s3/s3-client.server.ts";
import { createS3Storage } from "../s3/s3-storage.server.ts";
import type { Storage } from "../storage.ts";
import { createFolderStorage, type FolderStorage } from "./folder-storage.server.ts";

export type StorageName = "local" | "s3";

const opened = new Map<StorageName, Storage>();

export function audioStorage(): Storage {
  return storageNamed(environment().STORAGE);
}

/** Either storage, even if not in use. Throws if no bucket is configured. */
export function storageNamed(name: StorageName): Storage {
  const known = opened.get(name);
  if (known) return known;
  const { DATA_DIR } = environment();
  const storage =
    name === "local"
      ? folderStorageIn(path.join(DATA_DIR, "files"))
      : createS3Storage({ client: s3ClientOf(), spoolFolder: path.join(DATA_DIR, "tmp") });
  opened.set(name, storage);
  return storage;
}

/** Of the local files, or of those that are to take their place: nginx, where it sends them, must be able to read them. */
export const folderStorageIn = (root: string): FolderStorage =>
  createFolderStorage({ root, isGroupReadable: environment().STREAM_ACCEL === "nginx" });

/** The configured S3 server at `bucket`, by default that of the files. Throws if none is configured. */
export function s3ClientOf(bucket?: string): S3Client {
  const settings = environment();
  const endpoint = settings.S3_ENDPOINT;
  const accessKeyId = settings.S3_ACCESS_KEY_ID;
  const secretAccessKey = settings.S3_SECRET_ACCESS_KEY;
  const name = bucket ?? settings.S3_BUCKET;
  if (!endpoint || !accessKeyId || !secretAccessKey || !name)
    throw new Error("S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY name no bucket");
  return createS3Client({ endpoint, bucket: name, region: settings.S3_REGION, accessKeyId, secretAccessKey });
}

/** Who sends sound instead of this program: nginx, or the S3 server by redirects. */
export function audioAccel(): "nginx" | "redirect" | undefined {
  const { STORAGE, S3_DELIVERY, STREAM_ACCEL } = environment();
  return STORAGE === "s3" && S3_DELIVERY === "redirect" ? "redirect" : STREAM_ACCEL;
}

/**
 * Key of an encoded file. A folder per task lets orphans be recognized. `version`: of a replaced sound, whose files have other
 * names.
 */
export function audioKey(taskId: string, kbps: number, version = 0): string {
  return `${folderOfTask(taskId)}${version === 0 ? "" : `${version}-`}${kbps}.mp3`;
}

export function folderOfTask(taskId: string): string {
  return `audio/${taskId}/`;
}

export function taskOfKey(key: string): string | null {
  return /^audio\/([^/]+)\/[^/]+$/.exec(key)?.[1] ?? null;
}
