import { createHash, randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { and, eq } from "drizzle-orm";
import { Conflict } from "#app/features/domain-error.ts";
import { repeatsSince } from "#app/features/repeated-post.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { removeFiles } from "#app/features/storage/server/remove-files.server.ts";
import { enqueueTask } from "#app/features/tasks/keep-tasks.server.ts";
import { changeTask, lockTask, lockTasks } from "#app/features/tasks/task-life.server.ts";
import { type Db, write } from "#db/client.ts";
import { trackUploads } from "#db/schema/index.ts";
import type { UploadFields } from "../upload.schema.ts";
import { type Upload, uploadMessages } from "../upload.ts";
import { sourceKey, uploads } from "./upload-kind.server.ts";

/** A row that is written so seldom shows that its file still comes (`endInterruptedUploads`). */
const touchIntervalMs = 20_000;

/** Notes that a file begins to come. Returns the upload's id. */
export async function beginUpload({ adminName }: { adminName: string }): Promise<string> {
  const id = randomUUID();
  const now = new Date();
  await write((tx) => tx.insert(trackUploads).values({ id, adminName, createdAt: now, updatedAt: now }));
  return id;
}

/** Stores the file of an upload as it comes. Rejects with what reading it throws; then nothing is stored. */
export async function storeUploadedFile(uploadId: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  let touchedAt = Date.now();
  const hash = createHash("sha256");
  async function* touching() {
    for await (const chunk of bytes) {
      if (Date.now() - touchedAt > touchIntervalMs) {
        touchedAt = Date.now();
        await touchUpload(uploadId);
      }
      hash.update(chunk);
      yield chunk;
    }
  }
  await audioStorage().put(sourceKey(uploadId), touching());
  await touchUpload(uploadId, hash.digest("hex"));
}

/** Throws `Conflict` for an upload that was ended meanwhile. */
async function touchUpload(uploadId: string, sha256: string | null = null): Promise<void> {
  const touched = await write((tx) =>
    tx
      .update(trackUploads)
      .set({ updatedAt: new Date(), sha256 })
      .where(and(eq(trackUploads.id, uploadId), eq(trackUploads.state, "receiving")))
      .returning({ id: trackUploads.id }),
  );
  if (touched.length === 0) throw new Conflict(uploadMessages.ended);
}

/**
 * Hands a file that has come as a whole to the conversion, and returns the id of its upload. With `dropsRepeat`, for forms that may
 * be posted twice, that of an earlier upload where this one is the same file with the same details; this one is discarded then.
 * Throws `Conflict` for an upload that was ended meanwhile.
 */
export async function queueUpload(
  uploadId: string,
  o: { fields: UploadFields; fileName: string; bytes: number; dropsRepeat?: boolean },
): Promise<string> {
  const { fileName, bytes, dropsRepeat = false } = o;
  const { title, labels, transcript, hidden, premiumOnly } = o.fields;
  const sent = {
    title,
    labels,
    script: transcript.script,
    cues: transcript.cues,
    isVisible: !hidden,
    isPremiumOnly: premiumOnly,
    fileName,
    bytes,
  };
  const earlier = await write(async (tx) => {
    // All of the same file, in the order of ids: of two that come at once the second waits for the first.
    const alike = dropsRepeat ? await lockUploadsOfFile(tx, uploadId) : [];
    const upload = await lockTask(tx, uploads, uploadId);
    if (upload?.state !== "receiving") throw new Conflict(uploadMessages.ended);
    const repeated = alike.find((other) => isRepeat({ ...upload, ...sent }, other));
    if (repeated) return repeated.id;
    await changeTask(tx, uploads, upload, { ...sent, state: "queued" });
    await enqueueTask(tx, uploads, { id: uploadId, userId: null });
    return null;
  });
  if (earlier !== null) await discardUpload(uploadId);
  return earlier ?? uploadId;
}

/** Whether an upload is one of the same file that has just been handed on, by the same admin and with the same details. */
function isRepeat(upload: Upload, other: Upload): boolean {
  const detailsOf = (of: Upload) => {
    const { adminName, title, labels, script, cues, isVisible, isPremiumOnly, fileName, bytes } = of;
    return [adminName, title, labels, script, cues, isVisible, isPremiumOnly, fileName, bytes];
  };
  return (
    other.id !== upload.id &&
    ["queued", "processing", "completed"].includes(other.state) &&
    other.createdAt > repeatsSince(upload.createdAt) &&
    isDeepStrictEqual(detailsOf(upload), detailsOf(other))
  );
}

/** This upload and the others of the same file, locked. */
function lockUploadsOfFile(tx: Db, uploadId: string): Promise<Upload[]> {
  const file = tx
    .select({ sha256: trackUploads.sha256 })
    .from(trackUploads)
    .where(eq(trackUploads.id, uploadId));
  return lockTasks(tx, uploads, eq(trackUploads.sha256, file));
}

/** Removes an upload whose sender was told why it failed, with its file. */
export async function discardUpload(uploadId: string): Promise<void> {
  await write(async (tx) => {
    await removeFiles(tx, [sourceKey(uploadId)]);
    await tx.delete(trackUploads).where(eq(trackUploads.id, uploadId));
  });
}
