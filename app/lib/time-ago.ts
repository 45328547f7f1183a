import { formatDate } from "./format-date.ts";

const minute = 60 * 1000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago in words: 「たった今」, 「5分前」, 「3時間前」, 「2日前」, from 7 days on the date (spec 2 §4). */
export function timeAgo(at: Date, now: Date = new Date()): string {
  const ms = now.getTime() - at.getTime();
  if (ms < minute) return "たった今";
  if (ms < hour) return `${Math.floor(ms / minute)}分前`;
  if (ms < day) return `${Math.floor(ms / hour)}時間前`;
  if (ms < 7 * day) return `${Math.floor(ms / day)}日前`;
  return formatDate(at);
}
