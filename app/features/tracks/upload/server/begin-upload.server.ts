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

/** The row shows that the file still comes (`endInterruptedUploads`), so seldom writes are enough. */
const touchIntervalMs = 20_000;

/** Records that a file begins to come. Returns the upload's id. */
export async function beginUpload({ adminName }: { adminName: string }): Promise<string> {
  const id = randomUUID();
  const now = new Date();
  await write((tx) => tx.insert(trackUploads).values({ id, adminName, createdAt: now, updatedAt: now }));
  return id;
}

/** Stores an upload's file as it comes. Rejects with what reading it throws; then nothing is stored. */
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

/** Throws `Conflict` for an upload that has ended. */
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
