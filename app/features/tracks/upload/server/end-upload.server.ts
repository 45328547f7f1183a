import { eq } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict, NotFound } from "#app/features/domain-error.ts";
import { endLockedTask, lockTask } from "#app/features/tasks/task-life.server.ts";
import { isOpen } from "#app/features/tasks/task-state.ts";
import { write } from "#db/client.ts";
import { trackUploads } from "#db/schema/index.ts";
import { uploadMessages } from "../upload.ts";
import { uploads } from "./upload-kind.server.ts";

/** Cancels an upload; a running conversion stops. Throws `NotFound`, and `Conflict` for one that has ended. */
export async function cancelUpload({ actor, uploadId }: { actor: Actor; uploadId: string }): Promise<void> {
  await write(async (tx) => {
    const upload = await lockTask(tx, uploads, uploadId);
    if (!upload) throw new NotFound(uploadMessages.notFound);
    if (!isOpen(upload)) throw new Conflict(uploadMessages.ended);
    await endLockedTask(tx, uploads, upload, { as: "cancelled" });
    await recordAudit(tx, {
      actor,
      action: "upload.cancel",
      target: { type: "task", id: uploadId },
      before: { state: upload.state },
    });
  });
}

/** Removes an ended upload from the list. Throws `NotFound`, and `Conflict` for an open one. */
export async function forgetUpload({ actor, uploadId }: { actor: Actor; uploadId: string }): Promise<void> {
  await write(async (tx) => {
    const upload = await lockTask(tx, uploads, uploadId);
    if (!upload) throw new NotFound(uploadMessages.notFound);
    if (isOpen(upload)) throw new Conflict("このアップロードはまだ終わっていません");
    await tx.delete(trackUploads).where(eq(trackUploads.id, uploadId));
    await recordAudit(tx, {
      actor,
      action: "upload.forget",
      target: { type: "task", id: uploadId },
      before: { state: upload.state },
    });
  });
}
