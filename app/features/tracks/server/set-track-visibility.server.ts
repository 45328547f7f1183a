import { eq } from "drizzle-orm";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { Conflict } from "#app/features/domain-error.ts";
import { write } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";
import { moderationMessages } from "../moderation/moderation.ts";
import { lockEditedTrack, type TrackEditor } from "./locks.server.ts";

/**
 * Makes a track public or hides it from everybody but its poster. What the admin does, the poster can undo: `withholdTrack`
 * is for what they must not. Throws `NotFound`, `Forbidden`, and `Conflict` for a withheld track.
 */
export async function setTrackVisibility(
  options: TrackEditor & { trackId: number; isVisible: boolean },
): Promise<{ id: number; isVisible: boolean }> {
  const { trackId, isVisible } = options;
  await write(async (tx) => {
    const before = await lockEditedTrack(tx, { editor: options, trackId });
    if (before.withheldAt !== null)
      throw new Conflict(
        "actor" in options ? moderationMessages.withheldForAdmin : moderationMessages.withheldForPoster,
      );
    await tx.update(tracks).set({ isVisible }).where(eq(tracks.id, trackId)).returning({ id: tracks.id });
    if ("actor" in options && before.isVisible !== isVisible)
      await recordAudit(tx, {
        actor: options.actor,
        action: "track.visibility",
        target: { type: "track", id: trackId },
        before: { isVisible: before.isVisible },
        after: { isVisible },
      });
  });
  return { id: trackId, isVisible };
}
