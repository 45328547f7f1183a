import { eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";
import { Forbidden, NotFound } from "../domain-error.ts";

/**
 * The member's own track, held until `tx` ends. Throws `NotFound` for one that is not there or hidden and somebody
 * else's, `Forbidden` for somebody else's public one (decisions, "The server decides").
 */
export async function holdOwnTrack(
  tx: Db,
  options: { viewer: { id: string }; trackId: number },
): Promise<{ id: number; taskId: string | null }> {
  const [track] = await tx
    .update(tracks)
    .set({ isVisible: sql`${tracks.isVisible}` })
    .where(eq(tracks.id, options.trackId))
    .returning({
      id: tracks.id,
      userId: tracks.userId,
      isVisible: tracks.isVisible,
      taskId: tracks.taskId,
    });
  const own = track?.userId === options.viewer.id;
  if (!track || !(own || track.isVisible)) throw new NotFound("音声が見つかりません");
  if (!own) throw new Forbidden();
  return track;
}
