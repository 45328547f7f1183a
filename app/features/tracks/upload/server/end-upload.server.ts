import { eq } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { publishTaskChange } from "#app/features/events/server/publish.server.ts";
import { folderOfTask } from "#app/features/storage/server/audio-storage.server.ts";
import { removeFiles } from "#app/features/storage/server/remove-files.server.ts";
import { write } from "#db/client.ts";
import { trackUploads } from "#db/schema/index.ts";
import { isOpenUpload, uploadMessages } from "../upload.ts";
import { lockUpload, sourceKey } from "./locks.server.ts";

/** Ends an open upload as failed, and removes its files. Returns false when it had already ended. `error`: Japanese. */
export function failUpload(upload: { taskId: string; error: string }): Promise<boolean> {
  return endUpload({ uploadId: upload.taskId, as: "failed", error: upload.error });
}

/** Cancels an upload; a running conversion stops. Throws `NotFound`, and `Conflict` for one that has ended. */
export async function cancelUpload({ actor, uploadId }: { actor: Actor; uploadId: string }): Promise<void> {
  const isCancelled = await endUpload({ uploadId, as: "cancelled", error: null, actor });
  if (!isCancelled) throw new Conflict(uploadMessages.ended);
}

/** Removes the row of an ended upload from the list. Throws `NotFound`, and `Conflict` for an open one. */
export async function forgetUpload({ actor, uploadId }: { actor: Actor; uploadId: string }): Promise<void> {
  await write(async (tx) => {
    const upload = await lockUpload(tx, uploadId);
    if (!upload) throw new NotFound(uploadMessages.notFound);
    if (isOpenUpload(upload)) throw new Conflict("このアップロードはまだ終わっていません");
    await tx.delete(trackUploads).where(eq(trackUploads.id, uploadId)).returning({ id: trackUploads.id });
    await recordAudit(tx, {
      actor,
      action: "upload.forget",
      target: { type: "task", id: uploadId },
      before: { state: upload.state },
    });
  });
}

async function endUpload(o: {
  uploadId: string;
  as: "failed" | "cancelled";
  error: string | null;
  actor?: Actor;
}): Promise<boolean> {
  const isEnded = await write(async (tx) => {
    const upload = await lockUpload(tx, o.uploadId);
    if (!upload) throw new NotFound(uploadMessages.notFound);
    if (!isOpenUpload(upload)) return false;
    await tx
      .update(trackUploads)
      .set({ state: o.as, error: o.error, updatedAt: new Date() })
      .where(eq(trackUploads.id, o.uploadId))
      .returning({ id: trackUploads.id });
    await removeFiles(tx, [sourceKey(o.uploadId), folderOfTask(o.uploadId)]);
    if (o.actor) {
      await recordAudit(tx, {
        actor: o.actor,
        action: "upload.cancel",
        target: { type: "task", id: o.uploadId },
        before: { state: upload.state },
      });
    }
    return true;
  });
  if (isEnded) await publishTaskChange({ id: o.uploadId, userId: null });
  return isEnded;
}
