import { and, eq } from "drizzle-orm";
import { folderOfTask } from "#app/features/storage/server/audio-storage.server.ts";
import { removeFiles } from "#app/features/storage/server/remove-files.server.ts";
import { write } from "#db/client.ts";
import { trackCorrections } from "#db/schema/index.ts";
import { openCorrection } from "./find-corrections.server.ts";

/** Ends an open correction without a result, and removes its files: the track stays as it is. `error`: Japanese. */
export async function failCorrection({ taskId, error }: { taskId: string; error: string }): Promise<void> {
  await write(async (tx) => {
    const failed = await tx
      .update(trackCorrections)
      .set({ state: "failed", error })
      .where(and(eq(trackCorrections.id, taskId), openCorrection))
      .returning({ id: trackCorrections.id });
    if (failed.length > 0) await removeFiles(tx, [folderOfTask(taskId)]);
  });
}
