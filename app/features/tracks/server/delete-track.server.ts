import { eq } from "drizzle-orm";
import { crashPoint } from "#app/crash-point.server.ts";
import { removeNotifications } from "#app/features/notifications/server/remove-notifications.server.ts";
import { removeFiles } from "#app/features/storage/server/remove-files.server.ts";
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
    afterCommit(() => crashPoint("track-deleted"));
    await removeFiles(
      tx,
      files.map(({ key }) => key),
    );
  });
}
