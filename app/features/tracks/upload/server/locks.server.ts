import { eq, sql } from "drizzle-orm";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import type { Db } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { trackUploads } from "#db/schema/index.ts";
import type { Upload } from "../upload.ts";

/** The condition of an upload that has not ended. Literals, so that both databases use the partial index. */
export const openUpload = sql`${trackUploads.state} in ('receiving', 'queued', 'processing')`;

/** The upload, locked until `tx` ends, so that what is decided by its state still holds when it is written. */
export async function lockUpload(tx: Db, uploadId: string): Promise<Upload | undefined> {
  const query = tx.select().from(trackUploads).where(eq(trackUploads.id, uploadId));
  const [upload] = await forUpdate(query, "no key update");
  return upload;
}

/** This upload and the others of the same file, locked in the order of their ids. */
export async function lockUploadsOfFile(tx: Db, uploadId: string): Promise<Upload[]> {
  const file = tx
    .select({ sha256: trackUploads.sha256 })
    .from(trackUploads)
    .where(eq(trackUploads.id, uploadId));
  const query = tx.select().from(trackUploads).where(eq(trackUploads.sha256, file)).orderBy(trackUploads.id);
  return forUpdate(query, "no key update");
}

/** Prefix of the keys of sent files. */
export const sourcePrefix = "uploads/";

/** Key of the file as it was sent. */
export const sourceKey = (uploadId: string): string => `${sourcePrefix}${uploadId}`;

/** Path of that file on this machine's disk, for the process that decodes it. */
export function sourcePath(uploadId: string): string {
  const path = audioStorage().localPath?.(sourceKey(uploadId));
  if (path === undefined) throw new Error("uploads need a storage in the local file system");
  return path;
}
