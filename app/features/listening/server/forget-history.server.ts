import { and, eq } from "drizzle-orm";
import { holdUser } from "#app/features/accounts/server/hold-user.server.ts";
import { write } from "#db/client.ts";
import { countMarks, listeningHistory } from "#db/schema/index.ts";
import { listenerKey } from "./listener-key.server.ts";

/** The track of a mark that stands for all of them. */
export const everyTrack = 0;

/**
 * Takes a track out of the member's listening history, or all of them (`trackId` null). What was not there is no error.
 * Listening that was noted before, and waits to be written (`listening-batch.server.ts`), does not come back. Throws
 * `NotAuthenticated` when the account has gone.
 */
export async function forgetHistory(options: {
  viewer: { id: string };
  trackId: number | null;
  now?: Date;
}): Promise<void> {
  const { viewer, trackId, now = new Date() } = options;
  await write(async (tx) => {
    // No batch writes for this member until the mark is there: each keeps the account first.
    await holdUser(tx, viewer.id);
    const which = trackId === null ? undefined : eq(listeningHistory.trackId, trackId);
    await tx
      .delete(listeningHistory)
      .where(and(eq(listeningHistory.userId, viewer.id), which))
      .returning({ trackId: listeningHistory.trackId });
    await tx
      .insert(countMarks)
      .values({
        listener: listenerKey({ userId: viewer.id }),
        trackId: trackId ?? everyTrack,
        kind: "forgotten",
        countedAt: now,
      })
      .onConflictDoUpdate({
        target: [countMarks.listener, countMarks.trackId, countMarks.kind],
        set: { countedAt: now },
      })
      .returning({ trackId: countMarks.trackId });
  });
}
