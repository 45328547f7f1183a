import { and, eq } from "drizzle-orm";
import { lockUser } from "#app/features/accounts/server/locks.server.ts";
import { write } from "#db/client.ts";
import { listeningHistory, playbacks, playReceipts } from "#db/schema/index.ts";
import { listenerKey } from "../server/listener-key.server.ts";

/** A mark with this track id stands for all tracks. */
export const allTracks = 0;

/**
 * Removes a track (null: all) from the member's history and from their playback; a missing one is no error. Sets a mark, or
 * pending events (`listening-batch.server.ts`) would bring it back. Throws `NotAuthenticated` when the account was deleted.
 */
export async function deleteHistory(options: {
  viewer: { id: string };
  trackId: number | null;
  now?: Date;
}): Promise<void> {
  const { viewer, trackId, now = new Date() } = options;
  await write(async (tx) => {
    // Batches lock the account too: none writes for this member before the mark is set.
    await lockUser(tx, viewer.id);
    const isTrack = trackId === null ? undefined : eq(listeningHistory.trackId, trackId);
    await tx.delete(listeningHistory).where(and(eq(listeningHistory.userId, viewer.id), isTrack));
    const isPlayed = trackId === null ? undefined : eq(playbacks.trackId, trackId);
    await tx.delete(playbacks).where(and(eq(playbacks.userId, viewer.id), isPlayed));
    await tx
      .insert(playReceipts)
      .values({
        listener: listenerKey({ userId: viewer.id }),
        trackId: trackId ?? allTracks,
        kind: "forgotten",
        countedAt: now,
      })
      .onConflictDoUpdate({
        target: [playReceipts.listener, playReceipts.trackId, playReceipts.kind],
        set: { countedAt: now },
      });
  });
}
