import { dayMs, hourMs, minuteMs, tokyoOffsetMs } from "./time-units.ts";

const longDate = /* @__PURE__ */ new Intl.DateTimeFormat("ja-JP", {
  timeZone: "Asia/Tokyo",
  dateStyle: "long",
});

/** By day in Asia/Tokyo: a list names the same few days again and again. */
const longDates = new Map<number, string>();
const maxLongDates = 1000;

/** 「2026年11月21日」 in Asia/Tokyo. Format on the server: browsers' locale data differs. */
export function formatDate(at: Date): string {
  const tokyoDay = Math.floor((at.getTime() + tokyoOffsetMs) / dayMs);
  const known = longDates.get(tokyoDay);
  if (known !== undefined) return known;
  const text = longDate.format(at);
  if (longDates.size >= maxLongDates) longDates.clear();
  longDates.set(tokyoDay, text);
  return text;
}

const dateTime = /* @__PURE__ */ new Intl.DateTimeFormat("ja-JP", {
  timeZone: "Asia/Tokyo",
  dateStyle: "medium",
  timeStyle: "short",
});

/** 「2026/11/21 14:05」 in Asia/Tokyo. Format on the server: browsers' locale data differs. */
export function formatDateTime(at: Date): string {
  return dateTime.format(at);
}

/** 「たった今」, 「5分前」, 「3時間前」, 「2日前」; the date from 7 days on. */
export function formatTimeAgo(at: Date, now: Date = new Date()): string {
  const ms = now.getTime() - at.getTime();
  if (ms < minuteMs) return "たった今";
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)}分前`;
  if (ms < dayMs) return `${Math.floor(ms / hourMs)}時間前`;
  if (ms < 7 * dayMs) return `${Math.floor(ms / dayMs)}日前`;
  return formatDate(at);
}
