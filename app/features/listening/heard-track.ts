import { tokyoDay } from "#app/lib/tokyo-day.ts";
import { isWorthResuming } from "../playback/is-worth-resuming.ts";
import { type ListedTrack, listedTrack } from "../tracks/listed-track.ts";
import type { HistoryEntry } from "./history.ts";

const timeZone = "Asia/Tokyo";
const day = new Intl.DateTimeFormat("ja-JP", {
  timeZone,
  year: "numeric",
  month: "long",
  day: "numeric",
  weekday: "short",
});
const time = new Intl.DateTimeFormat("ja-JP", { timeZone, timeStyle: "short" });
const dayMs = 24 * 60 * 60 * 1000;

/** Takes from an entry of the history what its list shows. */
export function heardTrack({ track, listenedAt, positionMs }: HistoryEntry, now = new Date()): ListedTrack {
  const listed = listedTrack(track);
  const seconds = positionMs / 1000;
  const isWorth = isWorthResuming(seconds, listed.duration);
  return {
    ...listed,
    heard: { day: dayOf(listenedAt, now), time: time.format(listenedAt), position: isWorth ? seconds : 0 },
  };
}

function dayOf(at: Date, now: Date): string {
  const key = tokyoDay(at);
  if (key === tokyoDay(now)) return "今日";
  if (key === tokyoDay(new Date(now.getTime() - dayMs))) return "昨日";
  return day.format(at);
}
