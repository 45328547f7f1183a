import type { z } from "zod";
import type { TrackViewer } from "#app/features/tracks/excerpt.ts";
import { presentTrack } from "#app/features/tracks/track.ts";
import { type TrackListItem, toTrackListItem } from "#app/features/tracks/track-list-item.ts";
import type { mixItemReply } from "./daily-mix.schema.ts";
import { dailyMixPath, heardNote, mixReasonTexts } from "./daily-mix.ts";
import type { MixItem } from "./server/daily-mix.server.ts";

/**
 * The path of a day's queue: a player that still has yesterday's, from another device or an app left open, would go on with that
 * when today's is pressed.
 */
export const mixQueuePath = (day: string): string => `${dailyMixPath}#${day}`;

/** A track of the mix in `GET /api/today`. */
export const presentMixItem = (
  { track, reason, isHeard, fromMs }: MixItem,
  viewer: TrackViewer,
): z.infer<typeof mixItemReply> => ({
  ...presentTrack(track, viewer),
  reason,
  isHeard,
  reasonText: mixReasonTexts[reason],
  from: fromMs / 1000,
});

/** A track of the mix as a row; `note` says why it is there, or that it is heard. */
export const toMixListItem = (
  { track, reason, isHeard, fromMs }: MixItem,
  viewer: TrackViewer,
): TrackListItem => ({
  ...toTrackListItem(track, viewer),
  note: isHeard ? heardNote : mixReasonTexts[reason],
  ...(fromMs > 0 && { from: fromMs / 1000 }),
});
