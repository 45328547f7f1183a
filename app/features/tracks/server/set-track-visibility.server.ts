import { eq } from "drizzle-orm";
import { write } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";
import { lockOwnTrack } from "./locks.server.ts";

/** Makes an own track public or hides it from everybody else. Throws `NotFound`, `Forbidden`. */
export async function setTrackVisibility(options: {
  viewer: { id: string };
  trackId: number;
  isVisible: boolean;
}): Promise<{ id: number; isVisible: boolean }> {
  const { trackId, isVisible } = options;
  await write(async (tx) => {
    await lockOwnTrack(tx, options);
    await tx.update(tracks).set({ isVisible }).where(eq(tracks.id, trackId)).returning({ id: tracks.id });
  });
  return { id: trackId, isVisible };
}
