import { dayMs, tokyoOffsetMs } from "./time-units.ts";

const format = /* @__PURE__ */ new Intl.DateTimeFormat("en-CA", {
  timeZone: "Asia/Tokyo",
  dateStyle: "short",
});

/** YYYY-MM-DD in Asia/Tokyo; daily limits reset at its midnight. */
export function tokyoDay(at: Date): string {
  return format.format(at);
}

/** When a day (YYYY-MM-DD) begins in Asia/Tokyo. */
export const startOfTokyoDay = (day: string): Date => new Date(`${day}T00:00:00+09:00`);

/** When a typed day (YYYY-MM-DD) begins in Asia/Tokyo; undefined for anything else. */
export function parseTokyoDay(text: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const at = startOfTokyoDay(text);
  // Postgres has no year 0.
  return at.getUTCFullYear() >= 1 ? at : undefined;
}

/** 0–23, in Asia/Tokyo. */
export const tokyoHour = (at: Date): number => (at.getUTCHours() + 9) % 24;

/** Whole seconds until the next day in Asia/Tokyo; at least 1. */
export function secondsUntilTokyoMidnight(at: Date): number {
  const sinceMidnight = (at.getTime() + tokyoOffsetMs) % dayMs;
  return Math.max(1, Math.ceil((dayMs - sinceMidnight) / 1000));
}

/** `days` may be negative. Days are YYYY-MM-DD. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** Both inclusive. */
export function daysBetween(first: string, last: string): string[] {
  const days = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The beginning of the day in Asia/Tokyo and of the next one. */
export function tokyoDayRange(day: string): { start: Date; end: Date } {
  const start = startOfTokyoDay(day);
  return { start, end: new Date(start.getTime() + dayMs) };
}
