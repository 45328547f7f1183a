import type { z } from "zod";
import { resumePosition } from "#app/features/playback/playback.ts";
import type { TrackViewer } from "#app/features/tracks/excerpt.ts";
import { presentTrack, type Track } from "#app/features/tracks/track.ts";
import { type TrackListItem, toTrackListItem } from "#app/features/tracks/track-list-item.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { tokyoDay } from "#app/lib/tokyo-day.ts";
import type { historyEntryReply } from "./history.schema.ts";

export interface HistoryEntry {
  track: Track;
  listenedAt: Date;
  positionMs: number;
}

/** `GET /api/user/listening-history`'s entry: the track's fields, ISO time, seconds. */
export function presentHistoryEntry(
  { track, listenedAt, positionMs }: HistoryEntry,
  viewer: TrackViewer,
): z.infer<typeof historyEntryReply> {
  return {
    ...presentTrack(track, viewer),
    listenedAt: listenedAt.toISOString(),
    position: positionMs / 1000,
  };
}

const timeZone = "Asia/Tokyo";
const dayFormat = new Intl.DateTimeFormat("ja-JP", {
  timeZone,
  year: "numeric",
  month: "long",
  day: "numeric",
  weekday: "short",
});
const timeFormat = new Intl.DateTimeFormat("ja-JP", { timeZone, timeStyle: "short" });

/** Formats an entry for the list; times in Asia/Tokyo. */
export function toHistoryListItem(
  { track, listenedAt, positionMs }: HistoryEntry,
  viewer: TrackViewer,
  now = new Date(),
): TrackListItem {
  const item = toTrackListItem(track, viewer);
  return {
    ...item,
    lastListen: {
      day: formatDay(listenedAt, now),
      time: timeFormat.format(listenedAt),
      position: resumePosition(positionMs, item.duration * 1000),
    },
  };
}

function formatDay(at: Date, now: Date): string {
  const key = tokyoDay(at);
  if (key === tokyoDay(now)) return "今日";
  if (key === tokyoDay(new Date(now.getTime() - dayMs))) return "昨日";
  return dayFormat.format(at);
}
