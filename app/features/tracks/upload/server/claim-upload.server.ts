import { and, eq, sql } from "drizzle-orm";
import { publishTaskChange } from "#app/features/events/server/publish.server.ts";
import { primary, write } from "#db/client.ts";
import { trackUploads } from "#db/schema/index.ts";
import { type Upload, uploadMessages } from "../upload.ts";
import { failUpload } from "./end-upload.server.ts";

/** A file whose conversion has ended the server this often is given up. */
const maxAttempts = 3;

const isWaiting = sql`${trackUploads.state} in ('queued', 'processing')`;

/** Marks an upload as being converted. Returns null when it has ended, and when it was tried too often: then it ends as failed. */
export async function claimUpload(uploadId: string): Promise<Upload | null> {
  const [upload] = await write((tx) =>
    tx
      .update(trackUploads)
      .set({
        state: "processing",
        stage: "measuring",
        progress: 0,
        attempts: sql`${trackUploads.attempts} + 1`,
        updatedAt: new Date(),
      })
      .where(and(eq(trackUploads.id, uploadId), isWaiting))
      .returning(),
  );
  if (!upload) return null;
  if (upload.attempts > maxAttempts) {
    await failUpload({ taskId: uploadId, error: uploadMessages.crashed });
    return null;
  }
  await publishTaskChange({ id: uploadId, userId: null });
  return upload;
}

/** Records the progress of a conversion, 0–99. */
export async function recordUploadProgress(
  uploadId: string,
  { stage, progress }: Pick<Upload, "stage" | "progress">,
): Promise<void> {
  await write((tx) =>
    tx
      .update(trackUploads)
      .set({ stage, progress, updatedAt: new Date() })
      .where(and(eq(trackUploads.id, uploadId), eq(trackUploads.state, "processing")))
      .returning({ id: trackUploads.id }),
  );
}

/** Whether the upload is still to be converted. */
export async function isUploadActive(uploadId: string): Promise<boolean> {
  const [upload] = await primary
    .select({ id: trackUploads.id })
    .from(trackUploads)
    .where(and(eq(trackUploads.id, uploadId), isWaiting));
  return upload !== undefined;
}
