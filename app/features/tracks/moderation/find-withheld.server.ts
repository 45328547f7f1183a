import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { primary } from "#db/client.ts";
import { tracks } from "#db/schema/index.ts";
import type { TrackListItem } from "../track-list-item.ts";
import type { WithheldMark } from "./moderation.ts";

/**
 * The marks of those of these tracks that are the viewer's own and withheld. Read from the primary: a poster looks here
 * right after the notification.
 */
export async function findWithheldMarks(options: {
  viewer: { id: string };
  trackIds: readonly number[];
}): Promise<Map<number, WithheldMark>> {
  const trackIds = [...options.trackIds];
  if (trackIds.length === 0) return new Map();
  const rows = await primary
    .select({ id: tracks.id, reason: tracks.withheldReason })
    .from(tracks)
    .where(
      and(inArray(tracks.id, trackIds), eq(tracks.userId, options.viewer.id), isNotNull(tracks.withheldAt)),
    );
  return new Map(rows.map(({ id, reason }) => [id, { reason }]));
}

/** Adds the marks to tracks of a list of the viewer's own. */
export async function withWithheldMarks(
  viewer: { id: string },
  items: readonly TrackListItem[],
): Promise<TrackListItem[]> {
  const hidden = items.filter(({ isHidden }) => isHidden);
  const marks = await findWithheldMarks({ viewer, trackIds: hidden.map(({ id }) => id) });
  return items.map((item) => {
    const withheld = marks.get(item.id);
    return withheld ? { ...item, withheld } : item;
  });
}
