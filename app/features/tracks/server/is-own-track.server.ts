import { and, eq } from "drizzle-orm";
import { primary } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";

/** Whether a track was posted by the viewer. */
export async function isOwnTrack(options: { viewer: { id: string }; trackId: number }): Promise<boolean> {
  const { viewer, trackId } = options;
  const found = await primary
    .select({ id: tracks.id })
    .from(tracks)
    .where(and(eq(tracks.id, trackId), eq(tracks.userId, viewer.id)));
  return found.length > 0;
}
