import { desc, eq } from "drizzle-orm";
import type { z } from "zod";
import { NotFound } from "#app/features/domain-error.ts";
import { primary } from "#db/client.ts";
import { trackUploads } from "#db/schema/index.ts";
import type { uploadReply } from "../upload.schema.ts";
import { type Upload, uploadMessages } from "../upload.ts";

const listed = 20;

export function listUploads(): Promise<Omit<Upload, "script" | "cues" | "sha256">[]> {
  const { id, adminName, state, stage, progress, attempts, title, labels } = trackUploads;
  const { isVisible, isPremiumOnly, fileName, bytes, trackId, error, createdAt, updatedAt } = trackUploads;
  return primary
    .select({
      id,
      adminName,
      state,
      stage,
      progress,
      attempts,
      title,
      labels,
      isVisible,
      isPremiumOnly,
      fileName,
      bytes,
      trackId,
      error,
      createdAt,
      updatedAt,
    })
    .from(trackUploads)
    .orderBy(desc(trackUploads.createdAt))
    .limit(listed);
}

/** Throws `NotFound`. */
export async function findUpload(uploadId: string): Promise<Upload> {
  const [upload] = await primary.select().from(trackUploads).where(eq(trackUploads.id, uploadId));
  if (!upload) throw new NotFound(uploadMessages.notFound);
  return upload;
}

/** An upload in the API. */
export function presentUpload(upload: Upload): z.infer<typeof uploadReply> {
  const { id, state: status, progress, title, fileName, bytes, trackId, error, createdAt } = upload;
  return {
    id,
    status,
    progress,
    title,
    fileName,
    bytes,
    trackId,
    error,
    createdAt: createdAt.toISOString(),
  };
}
