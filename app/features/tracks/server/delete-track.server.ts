import { eq } from "drizzle-orm";
import { crashPoint } from "#app/crash-point.server.ts";
import { holdLabelsOf } from "#app/features/categories/hold-labels-of.server.ts";
import { holdTasks } from "#app/features/creation/server/hold-task.server.ts";
import { removeNotifications } from "#app/features/notifications/server/remove-notifications.server.ts";
import { closeUpPositions, holdPlaylists } from "#app/features/playlists/server/close-up-positions.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { logger } from "#app/logger.server.ts";
import { afterCommit, write } from "#db/client.ts";
import { audioTasks, notifications, playlistItems, renditions, tracks } from "#db/schema/index.ts";
import { holdOwnTrack } from "./hold-own-track.server.ts";

/**
 * Deletes an own track for good, with its likes, its places in playlists (which close up), what its poster was told of it
 * and its files (decisions, "Tracks"). The task it came from forgets its preview and keeps the track's id, by which publishing knows that there
 * is nothing to publish any more. Throws `NotFound`, `Forbidden`.
 */
export async function deleteTrack(options: { viewer: { id: string }; trackId: number }): Promise<void> {
  const { trackId } = options;
  await write(async (tx) => {
    const [source] = await tx.select({ taskId: tracks.taskId }).from(tracks).where(eq(tracks.id, trackId));
    if (source?.taskId) await holdTasks(tx, eq(audioTasks.id, source.taskId));
    const track = await holdOwnTrack(tx, options);
    const files = await tx
      .select({ key: renditions.storageKey })
      .from(renditions)
      .where(eq(renditions.trackId, trackId));
    const listed = await tx
      .select({ playlistId: playlistItems.playlistId })
      .from(playlistItems)
      .where(eq(playlistItems.trackId, trackId));
    const playlistIds = listed.map(({ playlistId }) => playlistId);
    await holdPlaylists(tx, playlistIds);
    await holdLabelsOf(tx, [trackId]);
    if (track.taskId !== null) {
      await tx
        .update(audioTasks)
        .set({ preview: null, isDiscarded: true, updatedAt: new Date() })
        .where(eq(audioTasks.id, track.taskId))
        .returning({ id: audioTasks.id });
    }
    await removeNotifications(tx, eq(notifications.trackId, trackId));
    // Everything that hangs on the track goes with its row.
    await tx.delete(tracks).where(eq(tracks.id, trackId)).returning({ id: tracks.id });
    await closeUpPositions(tx, playlistIds);
    afterCommit(async () => {
      crashPoint("track-deleted");
      await removeFiles(files.map(({ key }) => key));
    });
  });
}

/** What fails here is left to the sweep of orphaned files: the track itself is gone. */
async function removeFiles(keys: string[]): Promise<void> {
  try {
    for (const key of keys) await audioStorage().remove(key);
  } catch (error) {
    logger.warn({ err: error }, "a deleted track's files were not removed");
  }
}
