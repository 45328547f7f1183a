import { eq } from "drizzle-orm";
import { crashPoint } from "#app/crash-point.server.ts";
import { removeNotifications } from "#app/features/notifications/server/remove-notifications.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { logger } from "#app/logger.server.ts";
import { afterCommit, write } from "#db/client.ts";
import { notifications, renditions, tracks } from "#db/schema/index.ts";
import { lockLabelsOfTracks, lockOwnTrack } from "./locks.server.ts";
import { trackDeletionParts } from "./track-deletion-parts.server.ts";

/**
 * Deletes an own track for good, with its likes, its places in playlists, its notifications and its files. Throws
 * `NotFound`, `Forbidden` (`lockOwnTrack`).
 */
export async function deleteTrack(options: { viewer: { id: string }; trackId: number }): Promise<void> {
  const { trackId } = options;
  const parts = trackDeletionParts();
  await write(async (tx) => {
    for (const part of parts) await part.lockBeforeTrack?.(tx, trackId);
    const track = await lockOwnTrack(tx, options);
    const files = await tx
      .select({ key: renditions.storageKey })
      .from(renditions)
      .where(eq(renditions.trackId, trackId));
    const followUps = [];
    for (const part of parts) followUps.push(await part.beforeDeletion(tx, track));
    await lockLabelsOfTracks(tx, [trackId]);
    await removeNotifications(tx, eq(notifications.trackId, trackId));
    // Foreign keys cascade to the rest.
    await tx.delete(tracks).where(eq(tracks.id, trackId)).returning({ id: tracks.id });
    for (const followUp of followUps) await followUp?.();
    afterCommit(async () => {
      crashPoint("track-deleted");
      await removeFiles(files.map(({ key }) => key));
    });
  });
}

/** Failures are only logged: the job that removes orphaned files tries again. */
async function removeFiles(keys: string[]): Promise<void> {
  try {
    for (const key of keys) await audioStorage().remove(key);
  } catch (error) {
    logger.warn({ err: error }, "a deleted track's files were not removed");
  }
}
