import { createHash, randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { and, eq } from "drizzle-orm";
import { Conflict } from "#app/features/domain-error.ts";
import { repeatsSince } from "#app/features/repeated-post.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { removeFiles } from "#app/features/storage/server/remove-files.server.ts";
import { enqueueTask } from "#app/features/tasks/enqueue-task.server.ts";
import { changeTask, lockTask, lockTasks } from "#app/features/tasks/task-life.server.ts";
import { type Db, write } from "#db/client.ts";
import { trackUploads } from "#db/schema/index.ts";
import type { UploadFields } from "../upload.schema.ts";
import { type Upload, uploadMessages } from "../upload.ts";
import { sourceKey, uploads } from "./upload-kind.server.ts";

/** The row shows that the file still comes or goes on to the storage (`endInterruptedUploads`), so seldom writes are enough. */
const touchIntervalMs = 20_000;

/** Records that a file begins to come. Returns the upload's id. */
export async function beginUpload({ adminName }: { adminName: string }): Promise<string> {
  const id = randomUUID();
  const now = new Date();
  await write((tx) => tx.insert(trackUploads).values({ id, adminName, createdAt: now, updatedAt: now }));
  return id;
}

/**
 * Stores an upload's file as it comes. Rejects with what reading it throws, and while it still comes with `Conflict` once the upload
 * has ended; then nothing is stored.
 */
export async function storeUploadedFile(uploadId: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const hash = createHash("sha256");
  let refusal: unknown;
  async function* hashed() {
    for await (const chunk of bytes) {
      if (refusal !== undefined) throw refusal;
      hash.update(chunk);
      yield chunk;
    }
  }
  // A bucket gets the file only after the last byte was read, which takes minutes on a slow line. Who stops sending is cut off by
  // `bodyTimeout`.
  const touching = setInterval(
    () =>
      void touchUpload(uploadId).catch((error: unknown) => {
        refusal = error;
      }),
    touchIntervalMs,
  );
  touching.unref();
  try {
    await audioStorage().put(sourceKey(uploadId), hashed());
  } finally {
    clearInterval(touching);
  }
  await touchUpload(uploadId, { sha256: hash.digest("hex") });
}

/** Throws `Conflict` for an upload that has ended. */
async function touchUpload(uploadId: string, values: { sha256?: string } = {}): Promise<void> {
  const touched = await write((tx) =>
    tx
      .update(trackUploads)
      .set({ updatedAt: new Date(), ...values })
      .where(and(eq(trackUploads.id, uploadId), eq(trackUploads.state, "receiving")))
      .returning({ id: trackUploads.id }),
  );
  if (touched.length === 0) throw new Conflict(uploadMessages.ended);
}

/**
 * Hands a complete file to the conversion; returns the upload's id. `dropsRepeat`, for forms that may be posted twice: discards
 * this upload for an earlier one of the same file and details, and returns that. Throws `Conflict` for an upload that has
 * ended.
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
    // In the order of ids: of two that come at once the second waits for the first.
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

/** The same file, just handed on by the same admin with the same details. */
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

function lockUploadsOfFile(tx: Db, uploadId: string): Promise<Upload[]> {
  const file = tx
    .select({ sha256: trackUploads.sha256 })
    .from(trackUploads)
    .where(eq(trackUploads.id, uploadId));
  return lockTasks(tx, uploads, eq(trackUploads.sha256, file));
}

/** Removes a failed upload with its file, after its sender was told. */
export async function discardUpload(uploadId: string): Promise<void> {
  await write(async (tx) => {
    await removeFiles(tx, [sourceKey(uploadId)]);
    await tx.delete(trackUploads).where(eq(trackUploads.id, uploadId));
  });
}
