import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { Conflict } from "#app/features/domain-error.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { removeFiles } from "#app/features/storage/server/remove-files.server.ts";
import { write } from "#db/client.ts";
import { publishTaskChange } from "#db/pubsub.ts";
import { trackUploads } from "#db/schema/index.ts";
import { enqueue } from "#jobs/queue.ts";
import type { UploadFields } from "../upload.schema.ts";
import { uploadMessages } from "../upload.ts";
import { lockUpload, sourceKey } from "./locks.server.ts";

/** A row that is written so seldom shows that its file still comes (`endInterruptedUploads`). */
const touchIntervalMs = 20_000;

/** Notes that a file begins to come. Returns the upload's id. */
export async function beginUpload({ adminName }: { adminName: string }): Promise<string> {
  const id = randomUUID();
  const now = new Date();
  await write((tx) =>
    tx
      .insert(trackUploads)
      .values({ id, adminName, createdAt: now, updatedAt: now })
      .returning({ id: trackUploads.id }),
  );
  return id;
}

/** Stores the file of an upload as it comes. Rejects with what reading it throws; then nothing is stored. */
export async function storeUploadedFile(uploadId: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  let touchedAt = Date.now();
  async function* touching() {
    for await (const chunk of bytes) {
      if (Date.now() - touchedAt > touchIntervalMs) {
        touchedAt = Date.now();
        await touchUpload(uploadId);
      }
      yield chunk;
    }
  }
  await audioStorage().put(sourceKey(uploadId), touching());
}

/** Throws `Conflict` for an upload that was ended meanwhile. */
async function touchUpload(uploadId: string): Promise<void> {
  const touched = await write((tx) =>
    tx
      .update(trackUploads)
      .set({ updatedAt: new Date() })
      .where(and(eq(trackUploads.id, uploadId), eq(trackUploads.state, "receiving")))
      .returning({ id: trackUploads.id }),
  );
  if (touched.length === 0) throw new Conflict(uploadMessages.ended);
}

/** Hands a file that has come as a whole to the conversion. Throws `Conflict` for an upload that was ended meanwhile. */
export async function queueUpload(
  uploadId: string,
  { fields, fileName, bytes }: { fields: UploadFields; fileName: string; bytes: number },
): Promise<void> {
  const { title, labels, transcript, hidden, premiumOnly } = fields;
  await write(async (tx) => {
    const upload = await lockUpload(tx, uploadId);
    if (upload?.state !== "receiving") throw new Conflict(uploadMessages.ended);
    await tx
      .update(trackUploads)
      .set({
        state: "queued",
        title,
        labels,
        script: transcript.script,
        cues: transcript.cues,
        isVisible: !hidden,
        isPremiumOnly: premiumOnly,
        fileName,
        bytes,
        updatedAt: new Date(),
      })
      .where(eq(trackUploads.id, uploadId))
      .returning({ id: trackUploads.id });
    await enqueueConversion(tx, uploadId);
  });
  await publishTaskChange(uploadId);
}

/** Enqueues the job of an upload; the queue refuses a second one. */
export const enqueueConversion = (tx: Parameters<typeof enqueue>[0], uploadId: string): Promise<void> =>
  enqueue(tx, { name: "convert-upload", payload: { taskId: uploadId }, key: uploadId });

/** Removes an upload whose sender was told why it failed, with its file. */
export async function discardUpload(uploadId: string): Promise<void> {
  await write(async (tx) => {
    await removeFiles(tx, [sourceKey(uploadId)]);
    await tx.delete(trackUploads).where(eq(trackUploads.id, uploadId)).returning({ id: trackUploads.id });
  });
}
