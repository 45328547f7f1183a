import { eq } from "drizzle-orm";
import { write } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";
import { holdOwnTrack } from "./hold-own-track.server.ts";

/**
 * Shows an own track to everybody or hides it from all others, with the next request (spec 2 §4). Throws `NotFound`,
 * `Forbidden`.
 */
export async function setTrackVisibility(options: {
  viewer: { id: string };
  trackId: number;
  isVisible: boolean;
}): Promise<{ id: number; isVisible: boolean }> {
  const { trackId, isVisible } = options;
  await write(async (tx) => {
    await holdOwnTrack(tx, options);
    await tx.update(tracks).set({ isVisible }).where(eq(tracks.id, trackId)).returning({ id: tracks.id });
  });
  return { id: trackId, isVisible };
}
