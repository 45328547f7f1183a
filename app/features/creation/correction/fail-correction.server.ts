import { and, eq } from "drizzle-orm";
import { publishTaskChange } from "#app/features/events/server/publish.server.ts";
import { folderOfTask } from "#app/features/storage/server/audio-storage.server.ts";
import { removeFiles } from "#app/features/storage/server/remove-files.server.ts";
import { afterCommit, write } from "#db/client.ts";
import { trackCorrections, tracks } from "#db/schema/index.ts";
import { openCorrection } from "./find-corrections.server.ts";

/** Ends an open correction without a result, and removes its files: the track stays as it is. `error`: Japanese. */
export async function failCorrection({ taskId, error }: { taskId: string; error: string }): Promise<void> {
  await write(async (tx) => {
    const [failed] = await tx
      .update(trackCorrections)
      .set({ state: "failed", error })
      .where(and(eq(trackCorrections.id, taskId), openCorrection))
      .returning({ id: trackCorrections.id, trackId: trackCorrections.trackId });
    if (!failed) return;
    await removeFiles(tx, [folderOfTask(taskId)]);
    const [track] = await tx
      .select({ userId: tracks.userId })
      .from(tracks)
      .where(eq(tracks.id, failed.trackId));
    if (track) afterCommit(() => void publishTaskChange({ ...failed, ...track }));
  });
}
