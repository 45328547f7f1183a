import { eq } from "drizzle-orm";
import { Forbidden, NotFound } from "#app/features/domain-error.ts";
import type { Db } from "#db/client.ts";
import { held } from "#db/held.ts";
import { tracks, users } from "#db/schema/index.ts";

/**
 * The member's own track, held until `tx` ends; on Postgres nobody can refer to it meanwhile. Throws `NotFound` for one
 * that is not there or somebody else's and not public, `Forbidden` for somebody else's public one (decisions, "The server decides").
 */
export async function holdOwnTrack(
  tx: Db,
  options: { viewer: { id: string }; trackId: number },
): Promise<{ id: number; taskId: string | null }> {
  const [track] = await held(
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
