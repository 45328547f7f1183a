import { eq, inArray, type SQLWrapper } from "drizzle-orm";
import type { Actor } from "#app/features/audit/actor.ts";
import { Forbidden, NotFound } from "#app/features/domain-error.ts";
import type { Db } from "#db/client.ts";
import { forUpdate } from "#db/for-update.ts";
import { labels, trackLabels, tracks, users } from "#db/schema/index.ts";

/** A member changes their own tracks, an operator anybody's. */
export type TrackEditor = { viewer: { id: string } } | { actor: Actor };

export type LockedTrack = Awaited<ReturnType<typeof lockEditedTrack>>;

/**
 * Locks a track that `editor` may change, also against new references to it. Throws `NotFound` if it is missing or somebody
 * else's hidden one, `Forbidden` for somebody else's public one.
 */
export async function lockEditedTrack(tx: Db, { editor, trackId }: { editor: TrackEditor; trackId: number }) {
  const [track] = await forUpdate(
    tx
      .select({
        id: tracks.id,
        userId: tracks.userId,
        title: tracks.title,
        isVisible: tracks.isVisible,
        takenDownAt: tracks.takenDownAt,
        listedFrom: tracks.listedFrom,
        taskId: tracks.taskId,
        authorState: users.state,
      })
      .from(tracks)
      .innerJoin(users, eq(users.id, tracks.userId))
      .where(eq(tracks.id, trackId)),
    "update",
    { of: tracks },
  );
  const mayEdit = "actor" in editor || track?.userId === editor.viewer.id;
  const isPublic = track?.isVisible && track.authorState === "approved";
  if (!track || !(mayEdit || isPublic)) throw new NotFound("音声が見つかりません");
  if (!mayEdit) throw new Forbidden();
  return track;
}

/** Call it before deleting tracks (ids, or a query): a trigger decrements their labels' counts in no fixed order. */
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
