import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { primary } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";
import type { TrackListItem } from "../track-list-item.ts";
import type { Takedown } from "./moderation.ts";

/** Takedowns of the viewer's own tracks. From the primary: an author looks right after the notification. */
export async function findTakedowns(options: {
  viewer: { id: string };
  trackIds: readonly number[];
}): Promise<Map<number, Takedown>> {
  const trackIds = [...options.trackIds];
  if (trackIds.length === 0) return new Map();
  const rows = await primary
    .select({ id: tracks.id, reason: tracks.takedownReason })
    .from(tracks)
    .where(
      and(inArray(tracks.id, trackIds), eq(tracks.userId, options.viewer.id), isNotNull(tracks.takenDownAt)),
    );
  return new Map(rows.map(({ id, reason }) => [id, { reason }]));
}

/** Adds takedowns to a list of the viewer's own tracks. */
export async function withTakedowns(
  viewer: { id: string },
  items: readonly TrackListItem[],
): Promise<TrackListItem[]> {
  const hidden = items.filter(({ isHidden }) => isHidden);
  const marks = await findTakedowns({ viewer, trackIds: hidden.map(({ id }) => id) });
  return items.map((item) => {
    const takedown = marks.get(item.id);
    return takedown ? { ...item, takedown } : item;
  });
}
