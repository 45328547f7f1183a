import { eq, inArray, type SQLWrapper } from "drizzle-orm";
import { Forbidden, NotFound } from "#app/features/domain-error.ts";
import type { Db } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { labels, trackLabels, tracks, users } from "#db/schema/index.ts";

/**
 * Locks the viewer's own track until `tx` ends, also against new references to it. Throws `NotFound` when there is none
 * or it is somebody else's hidden one, `Forbidden` for somebody else's public one.
 */
export async function lockOwnTrack(
  tx: Db,
  options: { viewer: { id: string }; trackId: number },
): Promise<{ id: number; taskId: string | null }> {
  const [track] = await forUpdate(
    tx
      .select({
        id: tracks.id,
        userId: tracks.userId,
        isVisible: tracks.isVisible,
        taskId: tracks.taskId,
        posterState: users.state,
      })
      .from(tracks)
      .innerJoin(users, eq(users.id, tracks.userId))
      .where(eq(tracks.id, options.trackId)),
    "update",
    { of: tracks },
  );
  const own = track?.userId === options.viewer.id;
  const isPublic = track?.isVisible && track.posterState === "approved";
  if (!track || !(own || isPublic)) throw new NotFound("音声が見つかりません");
  if (!own) throw new Forbidden();
  return track;
}

/**
 * Locks the labels of these tracks (ids, or a query for them) until `tx` ends. Required before tracks are deleted: a
 * trigger decrements the count of each of their labels, in no fixed order.
 */
export async function lockLabelsOfTracks(tx: Db, trackIds: number[] | SQLWrapper): Promise<void> {
  const labelIds = tx
    .select({ id: trackLabels.labelId })
    .from(trackLabels)
    .where(inArray(trackLabels.trackId, trackIds));
  await forUpdate(
    tx.select({ id: labels.id }).from(labels).where(inArray(labels.id, labelIds)).orderBy(labels.id),
    "no key update",
  );
}
