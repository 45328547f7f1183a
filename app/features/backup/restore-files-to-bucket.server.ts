import { createHash } from "node:crypto";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import type { Storage } from "#app/features/storage/storage.ts";
import { BackupError } from "./backup-error.ts";
import type { Content, Snapshot } from "./snapshot.ts";

/**
 * Uploads a snapshot's files that are missing or damaged in the bucket. Needs no undo: a key's content never changes, and files
 * without a row go into quarantine a day later. Throws `BackupError` for another installation's bucket.
 */
export async function restoreFilesToBucket(o: {
  files: NonNullable<Snapshot["files"]>;
  read: (content: Content) => AsyncIterable<Uint8Array>;
  installationId: string | null;
}): Promise<void> {
  const { files, read, installationId } = o;
  const storage = audioStorage();
  const owner = await storage.owner();
  if (owner !== null && owner !== installationId)
    throw new BackupError("the files in the bucket belong to another installation, or were moved elsewhere");
  for (const file of files) {
    const wanted = await hashOf(read(file));
    if ((await storedHash(storage, file)) !== wanted) await storage.put(file.key, read(file));
  }
  if (installationId !== null) await storage.setOwner(installationId);
}

/** Null if missing or of another size. */
async function storedHash(storage: Storage, file: { key: string; bytes: number }): Promise<string | null> {
  if ((await storage.stat(file.key))?.bytes !== file.bytes) return null;
  const stream = await storage.readStream(file.key);
  return stream && hashOf(stream);
}

async function hashOf(parts: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const part of parts) hash.update(part);
  return hash.digest("hex");
}
