import { eq } from "drizzle-orm";
import { lockTask } from "#app/features/tasks/task-life.server.ts";
import type { TrackLifecycle } from "#app/features/tracks/server/track-lifecycles.server.ts";
import { audioTasks, tracks } from "#db/schema/index.ts";
import { previews } from "../tasks/server/creation-kinds.server.ts";

/** The task loses its preview but keeps the track's id, so that it can't be published again. */
export const creationTrackLifecycle: TrackLifecycle = {
  name: "creation",
  async lockBeforeTrack(tx, trackId) {
    const [track] = await tx.select({ taskId: tracks.taskId }).from(tracks).where(eq(tracks.id, trackId));
    if (track?.taskId) await lockTask(tx, previews, track.taskId);
  },
  async beforeDeletion(tx, { taskId }) {
    if (taskId === null) return undefined;
    await tx
      .update(audioTasks)
      .set({ preview: null, isDiscarded: true, updatedAt: new Date() })
      .where(eq(audioTasks.id, taskId));
    return undefined;
  },
};
