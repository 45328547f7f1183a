import { eq } from "drizzle-orm";
import type { TrackLifecycle } from "#app/features/tracks/server/track-lifecycles.server.ts";
import { playlistItems } from "#db/schema/index.ts";
import { renumberItems } from "../reorder/reorder-items.server.ts";
import { lockPlaylists } from "./locks.server.ts";

export const playlistsTrackLifecycle: TrackLifecycle = {
  name: "playlists",
  async beforeDeletion(tx, { id }) {
    const items = await tx
      .select({ playlistId: playlistItems.playlistId })
      .from(playlistItems)
      .where(eq(playlistItems.trackId, id));
    const playlistIds = items.map(({ playlistId }) => playlistId);
    await lockPlaylists(tx, playlistIds);
    return () => renumberItems(tx, playlistIds);
  },
};
